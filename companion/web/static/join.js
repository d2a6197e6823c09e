/* Taking a seat (or all of them on one device), and a new game after the end. */
import { remind } from "/static/clock.js";
import { page } from "/static/page.js";
import { newId, post } from "/static/requests.js";

const AGAIN_MS = 1000;
const join = document.querySelector("[data-join]");
let busy = false;

function wanted() {
  if ("one" in join.dataset) {
    const inputs = [...join.querySelectorAll("input.name")];
    return inputs.map((input) => ({ seat: input.dataset.seat, name: input.value.trim() || input.defaultValue }));
  }
  return [{ seat: new FormData(join).get("seat"), name: join.elements.name.value.trim() }];
}

function fault(status, told, words) {
  if (status === 429) return words.many;
  return status === 403 ? words.code : told.refusal?.text || told.error || words.code;
}

async function asked(path, message, words) {
  const { status, told } = await post(path, message).catch(() => Promise.reject(words.lost));
  if (status >= 400) throw fault(status, told, words);
  return told.waiting ? told.ask : null;
}

/** Takes the seats one by one; what must be agreed to first, if anything. Throws the sentence of a refusal. */
async function sit(code, seats, words) {
  let waits = null;
  for (const each of seats) waits = (await asked("/api/join", { code, ...each }, words)) ?? waits;
  return waits;
}

const json = (path) => fetch(path, { cache: "no-store" }).then((answer) => answer.json());

/** Waits as long as the table is asked; then whether this browser is in, or every seat is free. */
async function answered(ask) {
  for (;;) {
    const state = await json("/api/state").catch(() => null);
    if (state && !(ask in state.left)) {
      const inside = await fetch("/play", { redirect: "manual", cache: "no-store" }).catch(() => null);
      if (inside?.ok) return "/play";
      return Object.values(state.seats).every((each) => !each.taken) ? `/join?code=${state.code}` : null;
    }
    if (state) remind({ 0: state.left[ask] });
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

function waiting(on) {
  join.toggleAttribute("data-waits", on);
  join.querySelector("[data-while-waiting]").hidden = !on;
  for (const el of join.querySelectorAll("button[type=submit], input, fieldset")) el.disabled = on;
}

function missing(code, seats, words) {
  if (code.length !== 4) return words.code;
  if (seats.some((each) => !each.name)) return words.name;
  return seats.some((each) => !each.seat) ? words.seat : "";
}

async function enter(code, seats, evening, words) {
  const ask = evening
    ? await asked("/api/evening/ask", { code, name: seats[0].name }, words)
    : await sit(code, seats, words);
  if (ask === null) return evening ? `/join?code=${code}` : "/play";
  join.querySelector("[data-fault]").textContent = words.waiting;
  waiting(true);
  const to = await answered(ask);
  if (!to) throw words.no;
  return to;
}

async function submit(evening) {
  const said = join.querySelector("[data-fault]");
  const words = said.dataset;
  const code = join.elements.code.value.trim().toUpperCase();
  const seats = wanted();
  said.textContent = missing(code, evening ? [{ ...seats[0], seat: "any" }] : seats, words);
  if (said.textContent || busy) return;
  busy = true;
  try {
    location.assign(await enter(code, seats, evening, words));
  } catch (sentence) {
    said.textContent = sentence;
    waiting(false);
  } finally {
    busy = false;
  }
}

join?.addEventListener("submit", (event) => {
  event.preventDefault();
  submit("evening" in (event.submitter?.dataset || {}));
});

join?.querySelector("[data-withdraw]").addEventListener("click", () => {
  const code = join.elements.code.value.trim().toUpperCase();
  post("/api/join/withdraw", { code, request: newId() }).catch(() => {});
});

document.querySelector("[data-new]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const { status, told } = await post("/api/new", { seq: page.seq, request: newId(), seat: form.dataset.seat });
  if (status < 400) location.assign("/play");
  else form.querySelector("[data-fault]").textContent = told.refusal?.text || told.error || String(status);
});
