/* The sounds of the game, the one that matters most first. */
import { add, knock, pluck, tone } from "/static/sounds.js";

const GONG = [
  [98, 1.1, 0.2, "sine", 92],
  [147, 0.9, 0.08, "sine"],
];
const FALL = [
  [0, 1400],
  [0.06, 1900],
  [0.13, 1100],
  [0.17, 1600],
];

add({
  won: (at) => pluck(at, 523, 659, 784, 1047, 1319),
  "duel-won": (at) => pluck(at, 392, 523, 784),
  "duel-opened": (at) => GONG.forEach((stroke) => tone(at, ...stroke)),
  banished: (at) => tone(at, 330, 0.6, 0.12, "triangle", 110),
  "card-taken": (at) => pluck(at, 659, 880),
  "stone-gained": (at) => tone(at, 131, 0.5, 0.2),
  transported: (at) => tone(at, 440, 0.5, 0.1, "sine", 1320),
  spoilt: (at) => knock(at, 300),
  thrown: (at) => FALL.forEach(([wait, pitch]) => knock(at + wait, pitch)),
});
