/* The list of steps shows what was done elsewhere: another phone, a program that opens, a wand that is taught. */
const LOOK_MS = 2000;
const CLICK_MS = 400;
const list = document.querySelector("[data-steps]");
let last = list?.innerHTML;
let touched = Number.NEGATIVE_INFINITY;

/* Nothing changes under a finger, nor between a tap and what comes of it. */
const still = () => document.visibilityState === "visible" && performance.now() - touched > CLICK_MS;
const touch = (until) => () => {
  touched = until();
};
addEventListener(
  "pointerdown",
  touch(() => Number.POSITIVE_INFINITY),
  true,
);
for (const over of ["pointerup", "pointercancel"])
  addEventListener(
    over,
    touch(() => performance.now()),
    true,
  );

async function fetched() {
  const answer = await fetch(location.pathname, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return "";
  const told = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-steps]");
  for (const waits of told?.querySelectorAll("[inert]") || []) waits.inert = false;
  return told?.innerHTML || "";
}

/* What has the focus keeps it: the same control of the same step. */
const place = (el) => [...list.querySelectorAll("a, button")].indexOf(el);

async function renew() {
  const now = still() ? await fetched() : "";
  if (now && now !== last && still() && !("busy" in document.body.dataset)) {
    const at = place(document.activeElement);
    list.innerHTML = now;
    last = now;
    if (at >= 0) list.querySelectorAll("a, button")[at]?.focus();
  }
  setTimeout(renew, LOOK_MS);
}

if (list) renew();
