/* The stream of changed parts and its watchdog. It is read with fetch, because its heartbeat is a comment and an
   EventSource would not tell of it. Where something between holds it back (a proxy, a virus scanner), the parts are
   asked for, about once a second, and the stream is tried again now and then. A page without [data-stream] has none. */
import { apply, fetchParts, told } from "/static/page.js";

const SILENT_MS = 1700;
const AGAIN_MS = 600;
const OPENS_MS = 3000;
const WATCH_MS = 150;
const ASK_AFTER_MS = 1100;
const ASK_EVERY_MS = 1000;
const ASK_WAITS_MS = 1500;
const ASKED_SILENT_MS = 2800;
const ASKED_OPENS_MS = 15000;
const body = document.body;
let failed = 0;
let lastByte = performance.now();
let stream = null;
let opened = 0;
let asked = Number.NEGATIVE_INFINITY;
let answered = Number.NEGATIVE_INFINITY;

/* The stream is silent, and the host answers all the same. */
const held = () => answered > lastByte;

function offline(lost) {
  body.toggleAttribute("data-offline", lost);
  const banner = document.querySelector("[data-banner]");
  if (banner) banner.hidden = !lost;
  for (const el of document.querySelectorAll("body > main, body > footer, dialog")) el.inert = lost;
}

function take(event) {
  const lines = event.split("\n");
  const name = (lines.find((l) => l.startsWith("event:")) || "").slice(6).trim();
  const data = lines.filter((l) => l.startsWith("data:")).map((l) => l.slice(5).trimStart());
  if (name === "fragments") apply(JSON.parse(data.join("\n")));
  /* What the game shows once, while it happens: kept by nobody, drawn by the game's own scripts. */
  if (name === "passing") document.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(data.join("\n")) }));
  if (name === "replaced") elsewhere(true);
  if (name === "lost") location.assign("/join?lost=1");
  return name;
}

/* The seat is open in another window: said as what it is, and taken back with a tap. */
function elsewhere(away) {
  if (away) body.dataset.replaced = "";
  else delete body.dataset.replaced;
  offline(away);
  const told = document.querySelector("[data-elsewhere]");
  const banner = document.querySelector("[data-banner]");
  if (told) told.hidden = !away;
  if (told && banner && away) banner.hidden = true;
}

async function read(answer, mine) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done || mine !== stream) return "";
    lastByte = performance.now();
    if (body.hasAttribute("data-offline")) offline(false);
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) if (["replaced", "lost"].includes(take(event))) return "replaced";
  }
}

/** Opens the stream anew. */
export async function listen() {
  stream?.abort();
  const mine = new AbortController();
  stream = mine;
  opened = performance.now();
  try {
    const headers = { Accept: "text/event-stream" };
    const answer = await fetch(told("/live"), { signal: mine.signal, cache: "no-store", headers });
    if (!answer.ok) throw new Error(String(answer.status));
    failed = 0;
    if ((await read(answer, mine)) === "replaced") return;
  } catch {
    /* Silence is what the watchdog acts on; a host that refuses twice running is known to be gone before that. */
    if (mine === stream) failed += 1;
    if (mine === stream && failed >= 2 && !held()) offline(true);
  }
  if (mine === stream) setTimeout(() => mine === stream && listen(), held() ? ASKED_OPENS_MS : AGAIN_MS);
}

async function ask() {
  asked = performance.now();
  const began = lastByte;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ASK_WAITS_MS);
  const came = await fetchParts(true, stop.signal).catch(() => false);
  clearTimeout(timer);
  asked = performance.now();
  if (!came || lastByte > began || "replaced" in body.dataset) return;
  answered = asked;
  offline(false);
}

function watch() {
  if ("replaced" in body.dataset) return;
  const now = performance.now();
  if (now - lastByte <= ASK_AFTER_MS) return;
  if (now - asked > ASK_EVERY_MS) ask();
  if (now - Math.max(lastByte, answered) > (held() ? ASKED_SILENT_MS : SILENT_MS)) offline(true);
  if (now - lastByte > SILENT_MS && now - opened > (held() ? ASKED_OPENS_MS : OPENS_MS)) listen();
}

/** A message did not get through: the watchdog need not wait. */
export function lost() {
  lastByte = Number.NEGATIVE_INFINITY;
  answered = Number.NEGATIVE_INFINITY;
  watch();
}

function wake() {
  if (document.visibilityState !== "visible") return;
  elsewhere(false);
  listen();
}

if ("stream" in body.dataset) {
  listen();
  setInterval(watch, WATCH_MS);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  document.querySelector("[data-here]")?.addEventListener("click", wake);
}
