/* Taps that work once: one tap, one message with one request id. */
import { byId, fetchParts, page, reached } from "/static/page.js";
import { newId, post, sentence } from "/static/requests.js";
import { listen, lost } from "/static/stream.js";

const SETTLE_MS = 380;
const body = document.body;
const why = document.querySelector("[data-why]");
let busy = false;
let lastTap = Number.NEGATIVE_INFINITY;

/** Whether a tap is under way. */
export const isBusy = () => busy;

export function showWhy(refusal) {
  if (!why || !refusal) return;
  cite(why.querySelector("[data-rule]"), refusal.rule || "");
  why.querySelector("[data-text]").textContent = refusal.text || "";
  const said = why.querySelector("[data-said]");
  const nodes = (refusal.nodes || []).join(" ");
  said.dataset.point = nodes;
  said.disabled = !nodes;
  why.hidden = false;
  asked = question();
  document.dispatchEvent(new CustomEvent("point", { detail: nodes }));
}

/* What is asked here now; a reason is gone with its question. */
const question = () => document.querySelector("#actions .actions")?.dataset.question || "";
let asked = "";
document.addEventListener("parts", () => question() !== asked && hideWhy());

/* A rule's mark; where the game has a book of rules it leads to the rule's place there. */
function cite(mark, rule) {
  mark.textContent = rule;
  mark.hidden = !rule;
  if (!mark.dataset.book) return;
  mark.href = `${mark.dataset.book}#${rule}`;
  mark.setAttribute("aria-label", mark.dataset.label.replace("%", rule));
}

export function hideWhy() {
  if (why) why.hidden = true;
}

/** Asks why an action cannot be done; changes nothing. */
export async function askWhy(action, at) {
  hideWhy();
  const { told } = await post("/api/why", { seat: at.seat || null, action }).catch(() => ({ told: {} }));
  showWhy(told.refusal);
}

/* A stale answer brings the present state; the tap counts again only when the very same question still stands. */
async function sent(path, full, question) {
  const first = await post(path, full);
  const state = first.status === 409 && question ? first.told.state : null;
  if (state?.question?.[full.seat] !== question || !state) return first;
  return post(path, { ...full, seq: first.told.seq, request: newId() });
}

async function deliver(path, full, question) {
  const { status, told } = await sent(path, full, question);
  if (status >= 400 && status !== 409) showWhy(told.refusal || { rule: "", text: sentence(told, status) });
  if (typeof told.seq === "number" && status !== 422) await reached(told.seq);
  if (status === 409) await fetchParts();
  if (status === 200) cover(full.seat, told.state);
  return { status, told };
}

/** Sends what a tap means. A tap while another is under way, or on a page without the host, is none. */
export async function send(path, message, question) {
  const now = performance.now();
  if (busy || now - lastTap < SETTLE_MS || body.hasAttribute("data-offline")) return null;
  busy = true;
  lastTap = now;
  body.dataset.busy = "";
  hideWhy();
  try {
    return await deliver(path, { seq: page.seq, request: newId(), ...message }, question);
  } catch {
    lost();
    return null;
  } finally {
    setTimeout(settle, Math.max(0, SETTLE_MS - (performance.now() - lastTap)));
  }
}

function settle() {
  busy = false;
  delete body.dataset.busy;
}

/** Seat and question that an element stands in. */
export const around = (el) => el.closest("[data-question]")?.dataset || el.closest("[data-seat]")?.dataset || {};

/** Plays an action in answer to a question. */
export const act = (action, at) => send("/api/act", { seat: at.seat, question: at.question, action });

/* Several people at one browser, and secrets: who has done what was asked of him hands the device on. While there is
   nothing to hide everybody looks; when there is again, nobody is uncovered any more. */
function cover(seat, state) {
  if (page.shown && page.shown === seat && !state?.question?.[seat]) look("");
}
document.addEventListener("parts", () => page.shown && document.querySelector("#actions [data-common]") && look(""));

function look(seat) {
  page.shown = seat;
  listen();
}

/** A sheet is a step of the browser's history, so that "back" closes it. A step back that is under way is awaited. */
let leaving = false;
export function openSheet(sheet) {
  if (!sheet || sheet.open) return;
  const step = () => history.pushState({ sheet: sheet.id }, "");
  sheet.showModal();
  if (leaving) addEventListener("popstate", step, { once: true });
  else step();
}

function closed(sheet) {
  if (history.state?.sheet !== sheet.id) return;
  leaving = true;
  history.back();
}
addEventListener("popstate", () => {
  if (!leaving) document.querySelector("dialog[open]")?.close();
  leaving = false;
});

/* One sheet takes the place of another: the same step of the history. */
function swapSheet(from, to) {
  history.replaceState({ sheet: to.id }, "");
  from?.close();
  to.showModal();
}

/* What cannot be taken back is tapped twice. */
function ask(el) {
  el.dataset.sure = "asked";
  el.textContent = el.dataset.really;
}

/* The page as it is now, or where the tap leads. */
function anew(where) {
  if (where) location.assign(where);
  else location.reload();
}

function tapped(el, data) {
  if (data.act) act(JSON.parse(data.act), around(el));
  else if ("sure" in data && data.sure !== "asked") ask(el);
  else if (data.post) {
    el.closest("dialog")?.close();
    const at = around(el);
    const sending = send(data.post, { seat: at.seat || undefined, ...JSON.parse(data.body || "{}") }, at.question);
    if ("reload" in data) sending.then((answer) => answer?.status === 200 && anew(data.reload));
  } else if (data.uncover) look(data.uncover);
  else if (data.open) openSheet(byId(data.open));
  else if (data.swap) swapSheet(el.closest("dialog"), byId(data.swap));
  else if ("close" in data) el.closest("dialog")?.close();
  else if ("closeWhy" in data) hideWhy();
}

addEventListener("click", (event) => {
  const el = event.target.closest("button, [data-open]");
  if (el && !el.disabled) tapped(el, el.dataset);
});
for (const sheet of document.querySelectorAll("dialog")) {
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  sheet.addEventListener("close", () => closed(sheet));
}
