/* The sheet of a new game: each choice with its sentence, the order of the seats by arrows or by dragging. */
import { newId, post } from "/static/requests.js";

const form = document.querySelector("[data-new-game]");
const list = form?.querySelector("[data-order]");
const selects = [...(form?.querySelectorAll("[data-setting]") || [])];
const usual = () => JSON.parse(form.querySelector("[name=ruleset]:checked").dataset.settings);

/* ---- rules ---- */
function explain(select) {
  const row = select.closest("[data-of]");
  row.querySelector("p[data-says]").textContent = select.selectedOptions[0].dataset.says;
  row.querySelector("[data-differs]").hidden = select.value === JSON.stringify(usual()[select.dataset.setting]);
}

function chosenSet() {
  const values = usual();
  for (const select of selects) select.value = JSON.stringify(values[select.dataset.setting]);
  selects.forEach(explain);
}

/* ---- seats ---- */
function told(item) {
  const words = list.dataset.words.replace("{name}", item.querySelector(".who").textContent.trim());
  form.querySelector("[data-moved]").textContent = words.replace("{number}", [...list.children].indexOf(item) + 1);
}

function ends() {
  for (const item of list.children) {
    item.querySelector('[data-move="-1"]').disabled = item === list.firstElementChild;
    item.querySelector('[data-move="1"]').disabled = item === list.lastElementChild;
  }
}

function move(button) {
  const item = button.closest("li");
  if (button.dataset.move === "-1") item.previousElementSibling?.before(item);
  else item.nextElementSibling?.after(item);
  ends();
  told(item);
  (button.disabled ? item.querySelector("[data-move]:not(:disabled)") : button).focus();
}

function drag(event, item) {
  const over = [...list.children].find((each) => {
    const box = each.getBoundingClientRect();
    return event.clientY >= box.top && event.clientY <= box.bottom;
  });
  if (!over || over === item) return;
  const down = [...list.children].indexOf(over) > [...list.children].indexOf(item);
  if (down) over.after(item);
  else over.before(item);
  ends();
}

function grab(event) {
  const item = event.target.closest("li");
  if (!item || event.target.closest("button")) return;
  event.preventDefault();
  list.setPointerCapture(event.pointerId);
  item.dataset.dragged = "";
  const moved = (news) => drag(news, item);
  const done = () => {
    list.removeEventListener("pointermove", moved);
    delete item.dataset.dragged;
    told(item);
  };
  list.addEventListener("pointermove", moved);
  list.addEventListener("lostpointercapture", done, { once: true });
}

/* ---- length ---- */
const ASK_AGAIN_MS = 300;
let asked = 0;

/** Asks the host until as many games have played themselves as it takes; a choice made meanwhile begins anew. */
async function expect() {
  asked += 1;
  const mine = asked;
  for (;;) {
    const message = { options: options(), ...(form.dataset.seat ? { seat: form.dataset.seat } : {}) };
    const { status, told: answer } = await post("/api/length", message);
    if (mine !== asked) return;
    const known = status < 400 && answer.of > 0;
    form.querySelector("[data-length]").hidden = !known;
    if (!known) return;
    show(answer);
    if (answer.text) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

function show({ games, of, text }) {
  const part = (name) => form.querySelector(`[data-length-${name}]`);
  for (const each of form.querySelectorAll("[data-length-text]")) each.textContent = text;
  part("how").textContent = part("how").dataset.words.replace("{of}", of);
  part("how").hidden = !text;
  part("counting").hidden = Boolean(text);
  part("counting").querySelector("progress").value = games / of;
}

/* ---- begin ---- */
function options() {
  const found = {};
  if (selects.length) {
    found.ruleset = form.elements.ruleset.value;
    found.settings = Object.fromEntries(selects.map((each) => [each.dataset.setting, JSON.parse(each.value)]));
  }
  const board = form.querySelector("[name=board]:checked");
  if (board && board.dataset.now !== "true") found.board = JSON.parse(board.value);
  if (list) found.seats = [...list.children].map((each) => each.dataset.seat);
  return found;
}

function next(state, seat) {
  if (Object.values(state.seats).every((each) => !each.taken)) return `/join?code=${state.code}`;
  return seat ? "/play" : "/";
}

async function begin(evening) {
  const { seat } = form.dataset;
  const now = await fetch("/api/state", { cache: "no-store" }).then((answer) => answer.json());
  const message = { seq: now.seq, request: newId(), options: options(), ...(seat ? { seat } : {}) };
  const { status, told: answer } = await post(evening ? "/api/evening" : "/api/new", message);
  if (status < 400) location.assign(next(answer.state, seat));
  else form.querySelector("[data-fault]").textContent = answer.refusal?.text || answer.error || String(status);
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  begin("evening" in (event.submitter?.dataset || {})).catch((error) => {
    form.querySelector("[data-fault]").textContent = String(error.message || error);
  });
});
form?.addEventListener("change", ({ target }) => {
  if (target.name === "ruleset") chosenSet();
  else if (target.dataset.setting) explain(target);
  expect().catch(() => {});
});
list?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move]");
  if (button) move(button);
});
list?.addEventListener("pointerdown", grab);
if (selects.length) selects.forEach(explain);
if (list) ends();
if (form) expect().catch(() => {});
