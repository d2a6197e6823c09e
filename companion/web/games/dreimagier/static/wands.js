/* Typing a throw in one tap a wand, and choosing which wands of a duel fly again. */
import { act, around, isBusy } from "/static/taps.js";

const ORDER = ["red", "black", "white"];
const press = (button, on) => button.setAttribute("aria-pressed", String(on));
const pressed = (scope) => scope.querySelector("[aria-pressed=true]");

function type(button) {
  const row = button.closest("[data-wand]"),
    pad = button.closest("[data-pad]");
  row.querySelectorAll("[data-value]").forEach((other) => press(other, other === button));
  const rows = [...pad.querySelectorAll("[data-wand]")];
  if (!rows.every(pressed)) return;
  const wands = Object.fromEntries(rows.map((each) => [each.dataset.wand, JSON.parse(pressed(each).dataset.value)]));
  act({ type: "throw", wands }, around(pad)).then(
    () =>
      pad.isConnected &&
      rows.forEach((each) => each.querySelectorAll("[data-value]").forEach((other) => press(other, false))),
  );
}
function flying(scope) {
  return ORDER.filter((colour) => scope.querySelector(`[data-wand="${colour}"][aria-pressed=true]`));
}
function mayFly(scope) {
  const wish = JSON.stringify(flying(scope));
  return JSON.parse(scope.dataset.fly).some((set) => JSON.stringify(set) === wish);
}
/* The main button is what is likely: wands that were picked out are to fly. */
function likely(fly) {
  const again = document.querySelector("[data-again]"),
    picked = mayFly(fly);
  again.disabled = !picked;
  for (const button of again.parentElement.children) {
    const main = picked ? button === again : "likely" in button.dataset;
    button.classList.toggle("main", main);
  }
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.disabled) return;
  if (button.dataset.value) return void (isBusy() || type(button));
  const fly = button.closest("[data-fly]");
  if (fly) {
    press(button, button.getAttribute("aria-pressed") !== "true");
    likely(fly);
  } else if ("again" in button.dataset) {
    const scope = document.querySelector("[data-fly]");
    act({ type: "again", fly: flying(scope) }, around(scope));
  }
});
