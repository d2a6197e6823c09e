/* The sheet of a new game: each choice with its sentence, the order of the seats by arrows or by dragging. */
import { newId, post } from "/static/requests.js";
import * as setting from "/static/settings.js";

const form = document.querySelector("[data-new-game]");
const list = form?.querySelector("[data-order]");
const settings = [...(form?.querySelectorAll("[data-setting]") || [])];
const count = form?.querySelector("[data-count]");

/** What each setting is by itself: as the chosen set of rules has it, else as usual beside what else is chosen. */
function usual() {
  const set = form.querySelector("[name=ruleset]:checked");
  if (set) return JSON.parse(set.dataset.settings);
  const plain = settings.map((each) => [each.dataset.setting, setting.usual(each)]);
  return Object.assign(Object.fromEntries(plain), ...settings.map(setting.brings));
}

/* ---- rules ---- */
function explain(el) {
  const row = el.closest("[data-of]");
  const said = setting.says(el);
  if (said !== undefined) row.querySelector("p[data-says]").textContent = said;
  const same = JSON.stringify(setting.read(el)) === JSON.stringify(usual()[el.dataset.setting]);
  row.querySelector("[data-differs]").hidden = same;
}

function chosenSet() {
  const values = usual();
  for (const el of settings) setting.write(el, values[el.dataset.setting]);
  settings.forEach(explain);
}

/** A value that was chosen brings others along. */
function chose(el) {
  const brought = setting.brings(el);
  for (const each of settings) {
    if (each.dataset.setting in brought) setting.write(each, brought[each.dataset.setting]);
  }
  settings.forEach(explain);
}

/* ---- seats ---- */
function told(item) {
  const words = list.dataset.words.replace("{name}", item.querySelector(".who").textContent.trim());
  form.querySelector("[data-moved]").textContent = words.replace("{number}", [...list.children].indexOf(item) + 1);
}

const sitting = () => [...list.children].slice(0, count ? Number(count.value) : undefined);

function ends() {
  const shown = sitting();
  for (const item of list.children) {
    item.hidden = !shown.includes(item);
    item.querySelector('[data-move="-1"]').disabled = item === shown[0];
    item.querySelector('[data-move="1"]').disabled = item === shown.at(-1);
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

/* ---- what does not go together ---- */
let barring = 0;

/** The host says what cannot be chosen beside the rest, and why; what was chosen so far gives way.
 * Tells whether what is on the sheet now can be chosen: a later choice asks for itself. */
async function bar() {
  barring += 1;
  if (!settings.length) return true;
  const mine = barring;
  const { status, told: answer } = await post("/api/barred", asking());
  if (mine !== barring || status >= 400) return false;
  const gave = settings.map((el) => refuse(el, answer.barred));
  return gave.includes(true) ? bar() : true;
}

/** Greys what is barred and says why; tells whether the choice had to give way. */
function refuse(el, all) {
  const barred = all.filter((each) => each.setting === el.dataset.setting);
  const values = barred.map((each) => JSON.stringify(each.value));
  const gave = setting.refuse(el, values);
  const said = el.closest("[data-of]").querySelector("[data-barred]");
  said.textContent = barred.map((each, at) => `${setting.label(el, values[at])}: ${each.text}`).join(" ");
  said.hidden = !barred.length;
  if (gave) settings.forEach(explain);
  return gave;
}

/* ---- length ---- */
const ASK_AGAIN_MS = 300;
let asked = 0;

/** Asks the host until as many games have played themselves as it takes; a choice made meanwhile begins anew. */
async function expect() {
  asked += 1;
  const mine = asked;
  for (;;) {
    const { status, told: answer } = await post("/api/length", asking());
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

/** First what cannot be, and then how long the rest would last; who still asks about the choice before stops. */
function chosen() {
  asked += 1;
  bar()
    .then((stands) => stands && expect())
    .catch(() => {});
}

/* ---- begin ---- */
function asking() {
  return { options: options(), ...(form.dataset.seat ? { seat: form.dataset.seat } : {}) };
}

function options() {
  const found = {};
  if (form.dataset.game) found.game = form.dataset.game;
  if (form.elements.ruleset) found.ruleset = form.elements.ruleset.value;
  if (settings.length) {
    found.settings = Object.fromEntries(settings.map((each) => [each.dataset.setting, setting.read(each)]));
  }
  const board = form.querySelector("[name=board]:checked");
  if (board && board.dataset.now !== "true") found.board = JSON.parse(board.value);
  if (list) found.seats = sitting().map((each) => each.dataset.seat);
  return found;
}

/** Who sits down where. */
function sits() {
  const people = list && (count || form.dataset.game) ? sitting().filter((each) => each.dataset.was) : [];
  return Object.fromEntries(people.map((each) => [each.dataset.seat, each.dataset.was]));
}

function next(state, seat) {
  if (Object.values(state.seats).every((each) => !each.taken)) return `/join?code=${state.code}`;
  return seat ? "/play" : "/";
}

async function begin(evening) {
  const { seat } = form.dataset;
  const now = await fetch("/api/state", { cache: "no-store" }).then((answer) => answer.json());
  const message = { seq: now.seq, request: newId(), ...asking() };
  if (!evening) message.sits = sits();
  else if (count) delete message.options.seats;
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
  else if (target.closest("[data-setting]")) chose(target.closest("[data-setting]"));
  else if (target === count) ends();
  chosen();
});
list?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move]");
  if (button) move(button);
});
list?.addEventListener("pointerdown", grab);
settings.forEach(explain);
if (list) ends();
if (form) chosen();
