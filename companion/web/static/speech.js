/* The table's voice: the browser's own, off until it is asked for, remembered on this device alone. What is to be said
   comes with the page, each line with a name. Nothing is said twice; what waits goes when the table has moved on. */
import { local } from "/static/storage.js";

const LONGEST_MS = 15000;
const synth = window.speechSynthesis;
const button = document.querySelector("[data-speech]");
const note = (name) => document.querySelector(`[data-speech-${name}]`);
const language = document.documentElement.lang;
const on = () => local.getItem("speech") === "on";
const said = new Set();
let waiting = [];
let speaking = null;

const ours = (voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === language;
function voice() {
  const found = (synth?.getVoices() || []).filter(ours);
  return found.find((each) => each.localService) || found[0];
}
const lines = () => JSON.parse(document.querySelector("#speech [data-lines]")?.dataset.lines || "[]");

function next() {
  const line = speaking ? null : waiting.shift();
  if (!line) return;
  const spoken = new SpeechSynthesisUtterance(line.text);
  const done = (event) => {
    if (speaking !== spoken) return;
    clearTimeout(patience);
    speaking = null;
    note("tap").hidden = event?.error !== "not-allowed";
    next();
  };
  const patience = setTimeout(done, LONGEST_MS);
  spoken.lang = language;
  spoken.voice = voice();
  spoken.onend = done;
  spoken.onerror = done;
  speaking = spoken;
  synth.speak(spoken);
}

function news() {
  const now = lines();
  waiting = waiting.filter((line) => now.some((each) => each.id === line.id));
  for (const line of now) {
    if (said.has(line.id)) continue;
    said.add(line.id);
    if (on() && voice()) waiting.push(line);
  }
  next();
}

function show() {
  const able = Boolean(voice());
  button.setAttribute("aria-pressed", String(on() && able));
  button.hidden = !able;
  note("cannot").hidden = able;
}

/* Whoever asks for the voice hears at once what stands. */
function turn() {
  local.setItem("speech", on() ? "off" : "on");
  show();
  waiting = [];
  if (!on()) return silence();
  const standing = lines().at(-1);
  if (standing) said.delete(standing.id);
  return news();
}

function silence() {
  speaking = null;
  synth.cancel();
}

for (const line of lines()) said.add(line.id);
show();
button.addEventListener("click", turn);
synth?.addEventListener?.("voiceschanged", show);
document.addEventListener("parts", (event) => event.detail.includes("speech") && news());
