/* The set-up page: a test of everything, a new game, pictures, a copy to restore. */
import { newId, post, sentence } from "/static/requests.js";

const LISTEN_MS = 3000;
const $ = (selector, within = document) => within.querySelector(selector);

/** Sends a message; tells whether it was done, and why not. */
async function ask(path, message) {
  const none = { status: 0, told: {} };
  const { status, told } = await post(path, { request: newId(), ...message }).catch(() => none);
  return { ok: status === 200, told, why: sentence(told, status) };
}

const json = (path) => fetch(path, { cache: "no-store" }).then((answer) => answer.json());

/* Everything is tried once. */
function sayer(list) {
  const words = list.dataset;
  return (what, how, more = "") => {
    const line = document.createElement("li");
    line.dataset.how = how;
    line.textContent = `${words[what] || what}: ${words[how] || how}${more ? ` (${more})` : ""}`;
    list.append(line);
  };
}

function verdict(part) {
  if (part.state === "ok") return "ok";
  return part.state === "absent" ? "none" : "bad";
}

async function heard() {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LISTEN_MS);
  try {
    const answer = await fetch("/live?page=table", { signal: stop.signal });
    return Boolean((await answer.body.getReader().read()).value);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

$("[data-test-all]")?.addEventListener("click", async () => {
  const list = $("[data-results]");
  const say = sayer(list);
  list.hidden = false;
  list.replaceChildren();
  const health = await json("/health").catch(() => null);
  say("host", health ? "ok" : "bad", health?.version);
  for (const device of list.dataset.devices.split(" ").filter(Boolean)) {
    const part = health?.[device] || { state: "absent" };
    say(device, verdict(part), part.detail || part.backend || "");
  }
  say("stream", (await heard()) ? "ok" : "bad");
  say("secure", window.isSecureContext ? "ok" : "secureNo");
  list.dataset.done = "";
});

$("[data-delete-pictures]")?.addEventListener("click", async ({ target }) => {
  const { ok } = await ask("/api/pictures/delete", target.dataset.seat ? { seat: target.dataset.seat } : {});
  const told = $("[data-pictures]");
  if (!ok) return;
  told.textContent = told.dataset.empty;
  $(".lastpicture")?.remove();
});

async function restore(input) {
  const fault = $("[data-restore] [data-fault]");
  const { ok, why } = await ask("/api/import", { record: await input.files[0].text() });
  input.value = "";
  fault.textContent = ok ? fault.dataset.done : why;
}

/* A file may have been chosen before this was read. */
const chosen = $("[data-restore-file]");
chosen?.addEventListener("change", () => restore(chosen));
if (chosen?.files.length) restore(chosen);
