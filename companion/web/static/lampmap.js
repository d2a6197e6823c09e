/* The lamp map: one lamp glows, its place is tapped, the whole is kept. */
import { newId, post } from "/static/requests.js";

const $ = (selector) => document.querySelector(selector);
const ask = (path, message) => post(path, { request: newId(), ...message }).catch(() => ({ status: 0, told: {} }));
const mapping = $("[data-mapping]");
const board = $("#board");
const found = new Map();
let lamp = 0;
let waits = false;

function draw() {
  const lit = new Set(found.values());
  for (const el of board.querySelectorAll("[data-node]")) {
    el.dataset.roles = lit.has(el.dataset.node) ? "chosen" : "";
    el.tabIndex = 0;
    el.removeAttribute("aria-disabled");
  }
}

/* Says which lamp glows only once the host knows; a tap before that would belong to another lamp. */
async function glow() {
  const now = $("[data-mapping-now]");
  draw();
  waits = true;
  await ask("/api/lamps/glow", { lamp });
  waits = false;
  now.textContent = now.dataset.words.replace("{lamp}", lamp + 1);
}

function next(change, by = 1) {
  if (waits) return;
  lamp = Math.max(0, lamp + Math.min(by, 0));
  change();
  lamp += Math.max(by, 0);
  glow();
}

function chosen(el) {
  if (el) next(() => found.set(lamp, el.dataset.node));
}

async function save() {
  const lamps = {};
  const fault = $("[data-map-fault]");
  for (const [number, node] of found) lamps[node] = [...(lamps[node] || []), number];
  const { status, told } = await ask("/api/lamps", { lamps });
  const why = told.refusal?.text || told.error || String(status || "–");
  fault.textContent = status === 200 ? fault.dataset.done : why;
  if (status !== 200) return;
  mapping.hidden = true;
  $("[data-map-start]").hidden = false;
  lamp = 0;
  found.clear();
}

if (mapping && board) {
  $("[data-map-start]").addEventListener("click", ({ target }) => {
    target.hidden = true;
    mapping.hidden = false;
    glow();
  });
  board.addEventListener("click", (event) => chosen(event.target.closest("[data-node]")));
  board.addEventListener("keydown", (event) => event.key === "Enter" && chosen(event.target.closest("[data-node]")));
  $("[data-map-skip]").addEventListener("click", () => next(() => found.delete(lamp)));
  $("[data-map-back]").addEventListener("click", () => next(() => found.delete(lamp), -1));
  $("[data-map-save]").addEventListener("click", save);
}
