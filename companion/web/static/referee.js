/* The referee's screens: another reading of a throw, a photo as evidence, folding a trial away, what was put back. */
import { local, session } from "/static/storage.js";

const part = document.getElementById("referee");
const press = (button, on) => button.setAttribute("aria-pressed", String(on));

/* ---- another reading: the main button says what it would say ---- */
/* Where a throw tells of each piece by itself, that of this one is replaced; else what the reading says of all. */
function read(action, piece, said) {
  if (action.wands) action.wands[piece] = said;
  else Object.assign(action, said);
}
function choose(button) {
  const scope = button.closest("[data-reading]"),
    row = button.closest("[data-of]");
  row.querySelectorAll("[data-option]").forEach((other) => press(other, other === button));
  const action = JSON.parse(scope.dataset.reading),
    words = [];
  let changed = false;
  for (const each of scope.querySelectorAll("[data-of]")) {
    const pressed = each.querySelector("[data-option][aria-pressed=true]");
    words.push(pressed.dataset.says);
    if ("read" in pressed.dataset) continue;
    changed = true;
    read(action, each.dataset.of, JSON.parse(pressed.dataset.option));
  }
  const says = scope.querySelector("[data-reads]"),
    vote = scope.dataset.speaks === "vote";
  says.textContent = changed ? says.dataset.other.replace("{values}", words.join(" · ")) : says.dataset.same;
  says.disabled = !vote && !changed;
  says.dataset.body = JSON.stringify(
    vote
      ? { ask: Number(scope.dataset.ask), choice: changed ? `value:${JSON.stringify(action)}` : "stands" }
      : { entry: Number(scope.dataset.entry), action },
  );
}

/* ---- a trial covers the board until it is folded away ---- */
const trial = () => part?.querySelector("[data-trial]")?.dataset.trial;
let folded = session.getItem("folded"),
  shown = trial();
function fold(id) {
  folded = id;
  session.setItem("folded", id || "");
  part.classList.toggle("folded", Boolean(id));
}
function opened() {
  const now = trial();
  part.classList.toggle("folded", Boolean(now) && now === folded);
  if (now && now !== shown) {
    document.querySelectorAll("dialog[open]").forEach((sheet) => sheet.close());
    document.querySelector(".seatpage main")?.scrollTo(0, 0);
  }
  shown = now;
}

/* ---- what has been put back on the wooden board ---- */
function puttingBack() {
  const back = part.querySelector("[data-back]");
  if (!back) return;
  back.hidden = local.getItem("back") === back.dataset.back;
  const ticked = JSON.parse(session.getItem("ticked") || "[]");
  back.querySelectorAll("input").forEach((box) => {
    box.checked = ticked.includes(box.dataset.key);
  });
}
function tick() {
  const ticked = [...part.querySelectorAll("[data-back] input:checked")].map((box) => box.dataset.key);
  session.setItem("ticked", JSON.stringify(ticked));
}

/* ---- a photo ---- */
async function bring(input) {
  const fault = part.querySelector("[data-photo-fault]"),
    file = input.files[0];
  if (!file) return;
  fault.textContent = input.dataset.wait;
  const answer = await fetch(`/api/dispute/photo?ask=${input.dataset.photo}`, {
    method: "POST",
    body: file,
    headers: { "Content-Type": "application/octet-stream" },
  }).catch(() => null);
  input.value = "";
  if (!answer?.ok && fault.isConnected) fault.textContent = input.dataset.bad;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  const data = button.dataset;
  if (data.option) choose(button);
  else if ("fold" in data) fold(trial());
  else if ("unfold" in data) fold(null);
  else if ("backDone" in data) {
    local.setItem("back", button.closest("[data-back]").dataset.back);
    puttingBack();
  }
});
document.addEventListener("change", (event) => {
  if (event.target.dataset.photo) bring(event.target);
  else if (event.target.closest("[data-back]")) tick();
});
if (part) {
  const renewed = () => {
    opened();
    puttingBack();
  };
  document.addEventListener("parts", (event) => event.detail.includes("referee") && renewed());
  renewed();
}
