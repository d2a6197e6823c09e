/* Taking a seat (or all of them on one device), and a new game after the end. */
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

/** Takes the seats one by one; whether somebody must agree first. Throws the sentence of a refusal. */
async function sit(code, seats, words) {
  let waits = false;
  for (const each of seats) {
    const { status, told } = await post("/api/join", { code, ...each }).catch(() => Promise.reject(words.lost));
    if (status >= 400) throw fault(status, told, words);
    waits = waits || Boolean(told.waiting);
  }
  return waits;
}

async function granted() {
  for (;;) {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    const answer = await fetch("/play", { redirect: "manual", cache: "no-store" }).catch(() => null);
    if (answer?.ok) return;
  }
}

async function submit() {
  const said = join.querySelector("[data-fault]");
  const words = said.dataset;
  const code = join.elements.code.value.trim().toUpperCase();
  const seats = wanted();
  const unnamed = seats.some((each) => !each.name) ? words.name : "";
  said.textContent = code.length !== 4 ? words.code : unnamed;
  if (said.textContent || busy) return;
  busy = true;
  try {
    if (await sit(code, seats, words)) {
      said.textContent = words.waiting;
      join.dataset.waits = "";
      await granted();
    }
    location.assign("/play");
  } catch (sentence) {
    said.textContent = sentence;
  } finally {
    busy = false;
  }
}

join?.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});

document.querySelector("[data-new]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const { status, told } = await post("/api/new", { seq: page.seq, request: newId(), seat: form.dataset.seat });
  if (status < 400) location.assign("/play");
  else form.querySelector("[data-fault]").textContent = told.refusal?.text || told.error || String(status);
});
