/* Owners: the code that stands at the table, an address of one's own, a copy of the set-up to bring back. */
import { newId, post, sentence } from "/static/requests.js";

const $ = (selector, within = document) => within.querySelector(selector);
const nobody = { status: 0, told: {} };

async function ask(path, message) {
  const { status, told } = await post(path, { request: newId(), ...message }).catch(() => nobody);
  return status === 200 ? "" : sentence(told, status);
}

/** A form with one line: sent, and the page shown anew, or the reason why not. */
function line(selector, path, field) {
  const form = $(selector);
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const why = await ask(path, { [field]: $("input", form).value.trim() });
    $("[data-fault]", form).textContent = why;
    if (!why) location.reload();
  });
}
line("[data-owner]", "/api/owner/prove", "code");
line("[data-address]", "/api/setup/address", "address");

/* The first owner: this phone asks, and somebody presses a button at the table. */
const LOOK_MS = 1000;
const claim = $("[data-claim]");

async function wait(says) {
  const now = await fetch("/api/owner", { cache: "no-store" })
    .then((answer) => answer.json())
    .catch(() => ({ waits: true }));
  if (now.owner) location.reload();
  else if (now.waits) setTimeout(wait, LOOK_MS, says);
  else {
    says.textContent = says.dataset.over;
    claim.disabled = false;
  }
}

claim?.addEventListener("click", async () => {
  const says = $("[data-claim-says]");
  claim.disabled = true;
  const why = await ask("/api/owner/ask", {});
  says.textContent = why || says.dataset.press;
  if (!why) wait(says);
});

/* A copy is looked at first; what is in it is said, and only then it may replace what there is. */
const form = $("[data-bring-back]");

async function send(path) {
  const file = $("[data-bring-file]").files[0];
  const headers = { "Content-Type": "application/zip" };
  const answer = await fetch(path, { method: "POST", headers, body: file }).catch(() => null);
  const told = (await answer?.json().catch(() => ({}))) || {};
  const fault = $("[data-fault]", form);
  fault.textContent = answer?.status === 200 ? "" : sentence(told, answer?.status);
  return answer?.status === 200 ? told : null;
}

function offer(told) {
  const words = $("[data-bring-ask]");
  words.hidden = !told;
  $("[data-bring-row]").hidden = !told;
  if (told) words.textContent = words.dataset.words.replace("{parts}", told.parts.join(", "));
}

if (form) {
  $("[data-bring-file]").addEventListener("change", async ({ target }) => {
    const told = await send("/api/setup/look");
    if (!told) target.value = ""; // the same file, once it is whole, is a choice again
    offer(told);
  });
  form.addEventListener("reset", () => offer(null));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!(await send("/api/setup/restore"))) return;
    offer(null);
    location.reload();
  });
}
