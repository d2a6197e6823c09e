/* Sounds: wood, strings and a gong, all short, made here and not loaded. A game adds its own by name. */
const KNOCK_S = 0.05;
let audio = null;

export const may = "AudioContext" in window;
export const plays = () => audio?.state === "running";

/** Opens the phone's voice, which needs a tap. */
export async function listen() {
  audio = audio || new AudioContext();
  await audio.resume();
}

export function silence() {
  audio?.close();
  audio = null;
}

/** A tone that fades, from one pitch to another. */
export function tone(at, pitch, long, loud = 0.14, form = "triangle", to = pitch) {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = form;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + long);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + long + 0.02);
}

/** Wood on wood. */
export function knock(at, pitch) {
  const length = Math.round(audio.sampleRate * KNOCK_S);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = audio.createBufferSource();
  const body = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  body.type = "bandpass";
  body.frequency.value = pitch;
  body.Q.value = 6;
  gain.gain.value = 0.9;
  source.connect(body).connect(gain).connect(audio.destination);
  source.start(at);
}

/** Strings, one after the other. */
export function pluck(at, ...notes) {
  notes.forEach((note, number) => {
    tone(at + number * 0.11, note, 0.4);
  });
}

const games = [];
const shell = [
  ["correction", (at) => pluck(at, 587, 440)],
  ["mine", (at) => pluck(at, 523, 784)],
];

/** The sounds of a game by the name of what happened; of several the first is played. */
export function add(sounds) {
  games.push(...Object.entries(sounds));
}

const known = () => new Map([...games, ...shell]);

/** The one of these that is to be heard. */
export const loudest = (happened) => [...known().keys()].find((each) => happened.includes(each));

export function play(name) {
  if (!plays()) return;
  document.documentElement.dataset.sounded = name;
  known().get(name)(audio.currentTime + 0.01);
}
