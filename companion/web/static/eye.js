/* The eye's set-up pages: the live picture, what is asked now, taps that are sent once, corners marked by hand. */
import { newId, post, sentence } from "/static/requests.js";

const PICTURE_MS = 200;
const NOW_MS = 350;
const STEP = 0.004;
const INSET = 0.12;
const eye = document.querySelector("[data-eye]");
const image = eye?.querySelector(".eyepicture");
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const seen = () => document.visibilityState === "visible";

/* The picture: the next is asked for when the last has come; nobody sends to a page that is not looked at. */
async function picture() {
  const answer = await fetch("/api/eye/picture", { cache: "no-store" });
  if (answer.status !== 200) return;
  const old = image.src;
  image.src = URL.createObjectURL(await answer.blob());
  image.hidden = false;
  eye.querySelector("[data-wait]").hidden = true;
  if (old) URL.revokeObjectURL(old);
}

async function again(act, pause) {
  for (;;) {
    if (seen()) await act().catch(() => {});
    await wait(pause);
  }
}

/* A part stays while a finger is on it, and until the click that follows: what was touched is what is tapped. */
const CLICK_MS = 300;
let touchedUntil = 0;
const touched = (until) => () => {
  touchedUntil = until === 0 ? 0 : performance.now() + until;
};
for (const [event, until] of Object.entries({
  pointerdown: Number.POSITIVE_INFINITY,
  pointerup: CLICK_MS,
  pointercancel: 0,
  click: 0,
}))
  document.addEventListener(event, touched(until), true);

/* The parts that change; what has the focus keeps it. */
function swap(part, html) {
  if (performance.now() < touchedUntil) return;
  for (const place of document.querySelectorAll(`[data-part="${part}"]`)) {
    if (place.dataset.html === html) continue;
    const key = document.activeElement?.closest("[data-part]") === place && document.activeElement.dataset.key;
    place.innerHTML = html;
    place.dataset.html = html;
    if (key) (place.querySelector(`[data-key="${key}"]`) || place.querySelector("button, a"))?.focus();
  }
}

async function now() {
  const asked = new URLSearchParams({ page: eye.dataset.name, wand: eye.dataset.wand });
  const answer = await fetch(`/eye-now?${asked}`, { cache: "no-store" });
  if (!answer.ok) return;
  const parts = await answer.json();
  for (const [part, html] of Object.entries(parts)) swap(part, html);
  handles();
}

/* Taps. */
const JOBS = { pane: "calibrate", corners: "corners", thrown: "teach", trial: "trial" };

async function send(order) {
  const fault = eye.querySelector("[data-fault]");
  const message = { request: newId(), order: { number: 0, ...order } };
  const { status, told } = await post("/api/eye", message).catch(() => ({ status: 0, told: {} }));
  fault.textContent = status === 200 ? "" : sentence(told, status);
  await now().catch(() => {});
}

function begin() {
  const order = { do: "begin", job: JOBS[eye.dataset.name], colours: eye.dataset.thrown.split(" ") };
  if (eye.dataset.wand) order.wand = eye.dataset.wand;
  send(order);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button || !eye) return;
  if (button.dataset.order) send(JSON.parse(button.dataset.order));
  else if ("begin" in button.dataset) begin();
  else if ("corners" in button.dataset) marks.hidden ? mark() : marked();
});

/* Corners: four handles, drawn by a finger or moved by the arrow keys, clockwise from the upper left. */
const marks = eye?.querySelector("[data-marks]");
const START = [
  [INSET, INSET],
  [1 - INSET, INSET],
  [1 - INSET, 1 - INSET],
  [INSET, 1 - INSET],
];
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const inside = (share) => Math.min(1, Math.max(0, share));

function move(handle, x, y) {
  handle.dataset.x = inside(x);
  handle.dataset.y = inside(y);
  handle.style.left = `${100 * handle.dataset.x}%`;
  handle.style.top = `${100 * handle.dataset.y}%`;
}

function handle([x, y], number) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = number + 1;
  made.setAttribute("aria-label", `${marks.dataset.label} ${number + 1}`);
  move(made, x, y);
  made.addEventListener("pointerdown", (event) => made.setPointerCapture(event.pointerId));
  made.addEventListener("pointermove", (event) => {
    if (!made.hasPointerCapture(event.pointerId)) return;
    const box = marks.getBoundingClientRect();
    move(made, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  });
  made.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    move(made, Number(made.dataset.x) + STEP * way[0], Number(made.dataset.y) + STEP * way[1]);
  });
  return made;
}

function mark() {
  if (!marks.children.length) marks.replaceChildren(...START.map(handle));
  marks.hidden = false;
}

/* Where corners are all that is asked for, the handles are there by themselves, and stay where they were drawn. */
const alone = eye?.dataset.name === "corners";

function handles() {
  if (!alone) return;
  if (eye.querySelector('[data-corners="now"]')) mark();
  else marks.hidden = true;
}

function marked() {
  const corners = [...marks.children].map((each) => [Number(each.dataset.x), Number(each.dataset.y)]);
  const sizes = [...eye.querySelectorAll("[data-size]")].map((each) => Number(each.value));
  const order = { do: "corners", corners };
  if (sizes.length === 2 && sizes.every((each) => each > 0)) order.size = sizes;
  marks.hidden = !alone;
  send(order);
}

if (eye) {
  again(picture, PICTURE_MS);
  again(now, NOW_MS);
}
