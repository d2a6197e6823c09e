/* The page as it is shown: its number, and the parts that the server sends whole, each with a hash.
   Only changed ones are put in. Knows no game. */
const REACH_MS = 700;
const body = document.body;
const waiting = [];

/** `seq` is the number of the state that is shown, `shown` the seat that alone looks at a browser of several. */
export const page = { seq: Number(body.dataset.seq || 0), table: body.dataset.table || "", shown: "" };
const game = body.dataset.game || "";

export const byId = (id) => document.getElementById(id);

/** The address of something that is told to this page. */
export const told = (path) => `${path}?page=${body.dataset.page}${page.shown ? `&seat=${page.shown}` : ""}`;

const keyOf = (el) => el && (el.dataset.key || el.dataset.node || el.id || null);

function focusable(part) {
  part.tabIndex = -1;
  return part;
}

function swap(part, fragment) {
  const held = part.contains(document.activeElement) ? keyOf(document.activeElement) || "?" : null;
  const open = [...part.querySelectorAll("details[open][data-key]")].map((d) => d.dataset.key);
  part.innerHTML = fragment.html;
  part.dataset.hash = fragment.hash;
  for (const key of open) part.querySelector(`details[data-key="${key}"]`)?.setAttribute("open", "");
  if (!held) return;
  const again = [...part.querySelectorAll("button, a, [tabindex]")].find((el) => keyOf(el) === held && !el.disabled);
  (again || part.querySelector("button:not(:disabled), a") || focusable(part)).focus({ preventScroll: true });
}

/** Puts in the parts that are others than those that are shown. */
export function put(fragments) {
  const changed = [];
  for (const [id, fragment] of Object.entries(fragments)) {
    const part = byId(id);
    if (part && part.dataset.hash !== fragment.hash) {
      swap(part, fragment);
      changed.push(id);
    }
  }
  if (changed.length) document.dispatchEvent(new CustomEvent("parts", { detail: changed }));
}

/** The stream is in order and always right. An answer that was fetched may be overtaken by it: then it is old news;
    `alone` is one that no stream can overtake. */
export function apply(news, fetched = false, alone = false) {
  const otherGame = game && news.game && news.game !== game;
  if (otherGame || (news.table && page.table && news.table !== page.table)) {
    location.reload();
    return;
  }
  if (fetched && (alone ? news.seq < page.seq : news.seq <= page.seq)) return;
  if (news.table) page.table = news.table;
  page.seq = news.seq;
  body.dataset.seq = page.seq;
  put(news.fragments);
  while (waiting.length && waiting[0].seq <= page.seq) waiting.shift().done();
}

/** Asks for the parts; tells whether they came. */
export async function fetchParts(alone = false, signal = undefined) {
  const answer = await fetch(told("/fragments"), { cache: "no-store", signal });
  if (answer.ok) apply(await answer.json(), true, alone);
  return answer.ok;
}

/** Waits until the page shows this state; asks for it where the stream is late. */
export function reached(wanted) {
  if (page.seq >= wanted || !document.querySelector("[data-part]")) return Promise.resolve();
  return new Promise((done) => {
    const late = () => (page.seq < wanted ? fetchParts().catch(() => {}) : Promise.resolve()).finally(done);
    waiting.push({ seq: wanted, done });
    setTimeout(late, REACH_MS);
  });
}
