/* A game step by step: the parts of a step are fetched and put in; what is dragged over meanwhile is passed by.
   Without this script every step is a page of its own. */
import { put } from "/static/page.js";

const PACE_MS = 1500;
const bar = document.querySelector("[data-steps]");
const slider = bar.elements.at;
const last = Number(slider.max);
const fault = bar.querySelector("[data-fault]");
const runner = bar.querySelector("[data-play]");
const words = { play: runner.getAttribute("aria-label"), stop: runner.dataset.stop };
let shown = Number(slider.value);
let wanted = shown;
let busy = false;
let timer = 0;

const within = (step) => Math.min(Math.max(step, 0), last);
const TARGETS = { first: () => 0, back: () => within(wanted - 1), next: () => within(wanted + 1), last: () => last };

function mark() {
  slider.value = wanted;
  for (const link of bar.querySelectorAll("[data-go]")) link.href = `?at=${TARGETS[link.dataset.go]()}`;
  history.replaceState(null, "", `?at=${wanted}`);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  runner.setAttribute("aria-pressed", "false");
  runner.setAttribute("aria-label", words.play);
}

function lost(is) {
  fault.hidden = !is;
  fault.textContent = is ? bar.dataset.lost : "";
  if (is) stop();
}

async function load(step) {
  const answer = await fetch(`${location.pathname}/parts?at=${step}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  const told = await answer.json();
  put(told.fragments);
  document.body.dataset.seq = told.seq;
  document.body.dataset.step = step;
}

async function follow() {
  if (busy) return;
  busy = true;
  try {
    while (shown !== wanted) {
      const step = wanted;
      await load(step);
      shown = step;
    }
    lost(false);
  } catch {
    wanted = shown;
    mark();
    lost(true);
  } finally {
    busy = false;
  }
}

function go(step) {
  wanted = within(step);
  mark();
  follow();
}

function play() {
  if (timer) return stop();
  if (wanted === last) go(0);
  runner.setAttribute("aria-pressed", "true");
  runner.setAttribute("aria-label", words.stop);
  timer = setInterval(() => (wanted < last ? go(wanted + 1) : stop()), PACE_MS);
  return undefined;
}

slider.addEventListener("input", () => go(Number(slider.value)));
bar.addEventListener("submit", (event) => event.preventDefault());
runner.hidden = false;
runner.addEventListener("click", play);
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go], [data-at]");
  if (!link) return;
  event.preventDefault();
  stop();
  go(link.dataset.go ? TARGETS[link.dataset.go]() : Number(link.dataset.at));
});
document.body.dataset.step = shown;
