/* The board: drawn once by the server; here only roles change and figures move. */
import { local } from "/static/storage.js";
import { act, askWhy, openSheet } from "/static/taps.js";

const board = document.getElementById("board");
const chosen = { turn: Number(local.getItem("turn") || 0) };
const nodes = new Map(
  [...board.querySelectorAll("[data-node]")].map((el) => {
    const { e, f } = el.transform.baseVal.consolidate().matrix;
    return [el.dataset.node, { el, x: e, y: f, place: "place" in el.dataset, name: el.getAttribute("aria-label") }];
  }),
);
let state = null,
  context = {};

function read() {
  const holder = document.querySelector("#boardstate [data-board]");
  if (!holder) return;
  state = JSON.parse(holder.dataset.board);
  context = holder.dataset;
  draw();
}
function draw() {
  board.dataset.turn = (state.turn + chosen.turn) % 4;
  for (const [id, node] of nodes) {
    const can = state.can[id];
    node.el.dataset.roles = (state.roles[id] || []).join(" ");
    node.el.toggleAttribute("data-can", Boolean(can));
    node.el.tabIndex = can ? 0 : -1;
    node.el.setAttribute("aria-disabled", String(!can));
    node.el.setAttribute("aria-label", state.labels[id] || node.name);
    const left = node.el.querySelector("[data-left]");
    if (left) left.dataset.left = state.supply[id];
    held(node.el, id);
  }
  wish();
  stand();
  requestAnimationFrame(() => requestAnimationFrame(() => board.classList.remove("still")));
}
/* The ways of what a ghost wishes, under the figures. */
function wish() {
  const ways = (state.ways || []).map((way) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", way);
    return path;
  });
  board.querySelector("[data-ways]").replaceChildren(...ways);
}
/* Whose card of this place it is; the own mark stands out, for a place whose card one has is none to go to. */
function held(el, id) {
  let at = 0;
  for (const holder of el.querySelectorAll("[data-holder]")) {
    const has = state.cards[holder.dataset.holder].includes(id);
    holder.toggleAttribute("data-has", has);
    holder.toggleAttribute("data-mine", has && holder.dataset.holder === state.seat);
    if (has) holder.setAttribute("transform", `translate(${at++ * 17} 0)`);
  }
}
/* Figures that share a node stand side by side: apprentices in front of their magicians. */
function stand() {
  const at = new Map();
  for (const [id, figure] of Object.entries(state.figures)) {
    if (!at.has(figure.at)) at.set(figure.at, []);
    at.get(figure.at).push(id);
  }
  for (const [where, node] of nodes) node.el.toggleAttribute("data-held", at.has(where));
  for (const [where, ids] of at) {
    const node = nodes.get(where);
    ids.sort((a, b) => Number(a.endsWith("magician")) - Number(b.endsWith("magician")));
    spots(ids).forEach(([dx, dy], number) => place(ids[number], node, dx, dy));
  }
}
function spots(ids) {
  const tall = ids.filter((id) => id.endsWith("magician")).length,
    short = ids.length - tall;
  const row = (count, y, apart) => Array.from({ length: count }, (_, i) => [(i - (count - 1) / 2) * apart, y]);
  if (!tall || !short) return row(ids.length, tall ? 8 : 4, ids.length > 2 ? 22 : 26);
  if (tall + short === 2)
    return [
      [14, 10],
      [-9, 6],
    ];
  if (tall + short === 3) return [...row(short, 21, 30), ...row(tall, -1, 30)];
  return [...row(short, 24, 26), ...row(tall, -11, 26)];
}
function place(id, node, dx, dy) {
  const el = board.querySelector(`[data-figure="${id}"]`),
    figure = state.figures[id];
  el.style.transform = `translate(${node.x}px, ${node.y}px)`;
  el.querySelector(".stand").style.transform = `translate(${dx}px, ${dy}px)`;
  el.classList.toggle("with-stone", figure.stone);
  el.classList.toggle("asked", figure.asked);
}

/* A thumb is broader than a slab: the nearest node counts; a target that can be meant wins over a dark neighbour. */
function nearest(event) {
  const inverse = board.querySelector(".turner").getScreenCTM().inverse();
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(inverse);
  let best = null;
  for (const [id, node] of nodes) {
    const away = Math.hypot(node.x - at.x, node.y - at.y) - (node.place ? 18 : 0),
      reach = node.place ? 16 : 24;
    const score = away - (state.can[id] ? 9 : 0);
    if (away <= reach && (!best || score < best.score)) best = { id, score };
  }
  return best?.id;
}
function choose(id) {
  if (!id || !state) return;
  const can = state.can[id];
  if (!can) {
    const probe = state.probe[nodes.get(id).place ? "place" : "field"];
    askWhy({ type: probe, to: id }, context);
  } else if (can.length === 1) act(can[0].action, context);
  else which(can);
}
function which(can) {
  const sheet = document.getElementById("sheet-which"),
    list = sheet.querySelector("[data-which]");
  list.replaceChildren(
    ...can.map((choice) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = choice.label;
      button.dataset.figure = choice.figure;
      button.addEventListener("click", () => {
        sheet.close();
        act(choice.action, context);
      });
      return button;
    }),
  );
  openSheet(sheet);
}
const playing = document.body.dataset.page === "play";
if (playing)
  board.addEventListener("click", (event) => {
    const node = event.target.closest("[data-node]");
    choose(event.detail === 0 && node ? node.dataset.node : nearest(event));
  });
if (playing)
  board.addEventListener("keydown", (event) => {
    const node = event.target.closest("[data-node]");
    if (!node) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(node.dataset.node);
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      event.preventDefault();
      step(node, way);
    }
  });
/* Arrow keys go from node to node as they are seen, dark ones too, so that "why not" can be asked without a finger. */
function step(from, [wx, wy]) {
  const middle = (el) => {
    const r = el.querySelector(".hit").getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const { el } of nodes.values()) {
    if (el === from) continue;
    const [a, b] = middle(el),
      along = (a - x) * wx + (b - y) * wy,
      across = Math.abs((a - x) * wy) + Math.abs((b - y) * wx);
    if (along > 4 && (!best || along + 2 * across < best.cost)) best = { el, cost: along + 2 * across };
  }
  best?.el.focus();
}
document.querySelector("[data-turn-board]")?.addEventListener("click", () => {
  chosen.turn = (chosen.turn + 1) % 4;
  local.setItem("turn", chosen.turn);
  if (state) draw();
});
document.addEventListener("parts", (event) => event.detail.includes("boardstate") && read());
read();
