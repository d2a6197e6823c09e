/* How long what is asked of the table stands yet: counted down here, put right by the host. */
const TICK_MS = 250;
const SECOND_MS = 1000;
const until = new Map();

/** The host's word: seconds left, by the number of what is asked. */
export function remind(left) {
  for (const [id, seconds] of Object.entries(left)) until.set(id, performance.now() + seconds * SECOND_MS);
}

function heard() {
  const told = document.querySelector("[data-left]");
  if (told) remind(JSON.parse(told.dataset.left));
}

function show() {
  for (const el of document.querySelectorAll("[data-ends]")) {
    const end = until.get(el.dataset.ends);
    const seconds = end === undefined ? null : Math.max(0, Math.ceil((end - performance.now()) / SECOND_MS));
    const text = seconds === null ? "" : el.dataset.words.replace("{s}", seconds);
    if (el.textContent !== text) el.textContent = text;
  }
}

document.addEventListener("parts", (event) => {
  if (event.detail.includes("clock")) heard();
  show();
});
heard();
show();
setInterval(show, TICK_MS);
