/* The lamp map: one lamp glows, its place is tapped; each tap is remembered, the whole is kept. */
import { newId, post, sentence } from "/static/requests.js";

const SVG = "http://www.w3.org/2000/svg";
const $ = (selector) => document.querySelector(selector);
const ask = (path, message) => post(path, { request: newId(), ...message }).catch(() => ({ status: 0, told: {} }));
const mapping = $("[data-mapping]");
const board = $("#board");
const known = mapping ? JSON.parse(mapping.dataset.draft) : {};
const found = new Map();
const spare = new Set();
let lamp = 0;
let waits = false;

const nodes = () => [...board.querySelectorAll("[data-node]")];

function draw() {
  const lit = new Set(found.values());
  for (const el of nodes()) {
    el.dataset.roles = lit.has(el.dataset.node) ? "chosen" : "";
    el.tabIndex = 0;
    el.removeAttribute("aria-disabled");
  }
  tell("[data-map-dark]", { count: nodes().length - lit.size }, lit.size < nodes().length);
  const numbers = [...spare].sort((a, b) => a - b).map((each) => each + 1);
  tell("[data-map-spare]", { numbers: numbers.join(", ") }, numbers.length);
}

function tell(selector, values, shown) {
  const el = $(selector);
  el.hidden = !shown;
  el.textContent = el.dataset.words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function map() {
  const lamps = {};
  for (const [number, node] of found) lamps[node] = [...(lamps[node] || []), number];
  return { lamps, spare: [...spare], at: lamp };
}

function fault({ status, told }, done = "") {
  $("[data-map-fault]").textContent = status === 200 ? done : sentence(told, status);
}

/* Says which lamp glows only once the host knows; a tap before that would belong to another lamp. */
async function glow() {
  const now = $("[data-mapping-now]");
  draw();
  waits = true;
  const answer = await ask("/api/lamps/glow", { lamp });
  waits = false;
  fault(answer);
  now.textContent = now.dataset.words.replace("{lamp}", lamp + 1);
  now.dataset.lamp = lamp;
  $("[data-map-number]").value = lamp + 1;
}

/* What is found of the lamp that glows is remembered at once; then the next one glows. */
async function next(change, by = 1) {
  if (waits) return;
  waits = true;
  lamp = Math.max(0, lamp + Math.min(by, 0));
  found.delete(lamp);
  spare.delete(lamp);
  change();
  lamp += Math.max(by, 0);
  const answer = await ask("/api/lamps", { ...map(), part: true });
  waits = false;
  if (answer.status === 200) await glow();
  else fault(answer);
}

function chosen(el) {
  if (el) next(() => found.set(lamp, el.dataset.node));
}

async function save() {
  const answer = await ask("/api/lamps", map());
  const told = $("[data-map-fault]");
  fault(answer, told.dataset.done);
  if (answer.status !== 200) return;
  mapping.hidden = true;
  $("[data-map-start]").hidden = false;
}

function open(fresh) {
  if (!fresh) {
    for (const [node, numbers] of Object.entries(known.lamps)) for (const number of numbers) found.set(number, node);
    for (const number of known.spare) spare.add(number);
    lamp = known.at;
  }
  for (const button of document.querySelectorAll("[data-map-start], [data-map-fresh]")) button.hidden = true;
  mapping.hidden = false;
  glow();
}

function reopen(fresh) {
  if (found.size || spare.size || lamp) {
    $("[data-map-start]").hidden = true;
    mapping.hidden = false;
    glow();
  } else open(fresh);
}

/* The order of the wire, drawn over the board: a line from lamp to lamp, each with its number. */
function order() {
  const layer = board.querySelector(".wire-order");
  if (layer) return layer.remove();
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "wire-order");
  const spots = known.order.map((node) => {
    const { e, f } = board.querySelector(`[data-node="${node}"]`).transform.baseVal.consolidate().matrix;
    return [e, f];
  });
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", spots.map((spot) => spot.join(",")).join(" "));
  group.append(line, ...spots.map(numbered));
  board.querySelector(".turner").append(group);
}

function numbered([x, y], at) {
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("x", x);
  text.setAttribute("y", y + 5);
  text.textContent = at + 1;
  return text;
}

function take() {
  found.clear();
  spare.clear();
  known.order.forEach((node, number) => found.set(number, node));
  lamp = known.order.length;
  draw();
  save();
}

if (mapping && board) {
  $("[data-map-start]").addEventListener("click", () => reopen(false));
  $("[data-map-fresh]")?.addEventListener("click", () => open(true));
  board.addEventListener("click", (event) => chosen(event.target.closest("[data-node]")));
  board.addEventListener("keydown", (event) => event.key === "Enter" && chosen(event.target.closest("[data-node]")));
  $("[data-map-skip]").addEventListener("click", () => next(() => spare.add(lamp)));
  $("[data-map-back]").addEventListener("click", () => next(() => {}, -1));
  $("[data-map-save]").addEventListener("click", save);
  $("[data-map-order]").addEventListener("click", order);
  $("[data-map-take]").addEventListener("click", take);
  $("[data-map-any]").addEventListener("submit", (event) => {
    event.preventDefault();
    lamp = Number($("[data-map-number]").value) - 1;
    if (!waits) glow();
  });
}
