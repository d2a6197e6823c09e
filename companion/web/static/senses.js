/* What a phone does besides showing: sound, vibration, a screen that stays awake. Each is off until it is tapped on, is
   remembered on this phone alone, and says so where the browser does not allow it. A screen is kept awake by the
   browser's own lock; where that is denied (over plain http it always is), by a film in which nothing is seen. */
import * as film from "/static/film.js";
import { newId, post } from "/static/requests.js";
import * as sounds from "/static/sounds.js";
import { local } from "/static/storage.js";

const LATER_MS = 700;
const bell = document.querySelector("[data-sound]");
const switches = new Map([...document.querySelectorAll("[data-sense]")].map((el) => [el.dataset.sense, el]));
const may = { sound: sounds.may, buzz: "vibrate" in navigator, awake: "wakeLock" in navigator || film.may };
const on = (sense) => local.getItem(`sense-${sense}`) === "on";
let lock = null;
let heard = null;
let mine = null;

async function awake() {
  if (!on("awake") || !may.awake || document.visibilityState !== "visible") return;
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) || null;
  if (!lock && film.may) await film.play();
  how();
}

/* By the film: that is said, and that it may wait for a tap. */
function how() {
  const told = document.querySelector("[data-film]");
  if (told) told.hidden = !on("awake") || Boolean(lock) || !film.may;
  if (told) told.dataset.film = film.plays() ? "plays" : "waits";
}

function show() {
  bell?.setAttribute("aria-pressed", String(on("sound")));
  for (const [sense, button] of switches) {
    button.setAttribute("aria-pressed", String(on(sense) && may[sense]));
    button.disabled = !may[sense];
    const cannot = document.querySelector(`[data-cannot="${sense}"]`);
    if (cannot) cannot.hidden = may[sense];
  }
}

const TURNED = {
  sound: async (now) => {
    if (!now) return sounds.silence();
    await sounds.listen();
    return sounds.play("mine");
  },
  buzz: (now) => now && navigator.vibrate?.(60),
  awake: async (now) => {
    if (now) return awake();
    lock?.release();
    lock = null;
    film.stop();
    return how();
  },
};

async function turn(sense) {
  local.setItem(`sense-${sense}`, on(sense) ? "off" : "on");
  await TURNED[sense](on(sense));
  show();
}

/* Giving a seat up takes two taps. */
async function leave(button) {
  if (!("sure" in button.dataset)) {
    button.dataset.sure = "";
    button.textContent = button.dataset.really;
    return;
  }
  const message = { request: newId(), seat: button.dataset.leave };
  const { status } = await post("/api/leave", message).catch(() => ({ status: 0 }));
  if (status === 200) location.assign("/");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (on("sound") && !sounds.plays() && button !== bell) sounds.listen();
  if (on("awake") && !lock && film.may && !film.plays() && button?.dataset.sense !== "awake") awake();
  if (button && button === bell) turn("sound");
  else if (button?.dataset.sense) turn(button.dataset.sense);
  else if (button && "leave" in button.dataset) leave(button);
});
document.addEventListener("visibilitychange", awake);

/* What just happened is heard, and that it is one's own turn. */
function happened(told, turned) {
  const name = sounds.loudest(JSON.parse(told.dataset.sounds));
  if (name) sounds.play(name);
  if (!turned) return;
  setTimeout(() => sounds.play("mine"), name ? LATER_MS : 0);
  if (on("buzz")) navigator.vibrate?.([60, 80, 60]);
}

function news() {
  const told = document.querySelector("[data-sounds]");
  if (!told) return;
  const now = told.dataset.mine === "1";
  if (heard !== null && told.dataset.at !== heard) happened(told, now && !mine);
  heard = told.dataset.at;
  mine = now;
}

document.addEventListener("parts", news);
news();
show();
awake();
