/* The judge's pad. What is tapped here is asked of the host and kept nowhere; a hand is forgotten with the answer. */
import { post } from "/static/requests.js";
import { act } from "/static/taps.js";
import { book } from "/static/wizard/note.js";

const pad = document.querySelector("[data-judge]");
const part = (name) => pad.querySelector(`[data-${name}]`);
const KINDS = { B: "blue", R: "red", G: "green", Y: "yellow", W: "wizard", J: "jester" };
let cards = [];
let hand = null;
let colour = "";
let trump = null;
let winner = null;

function icon(kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "kind-icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#kind-${kind}`);
  svg.append(use);
  return svg;
}

/* A card with its mark, letter and number; in the trick with the name of the seat that it fell to. */
function item(card, at, decides) {
  const li = document.createElement("li");
  const { seats, leader } = book();
  const first = seats.findIndex((each) => each.seat === leader);
  if (at !== null && first >= 0) li.append(seats[(first + at) % seats.length].name, " ");
  li.append(icon(KINDS[card[0]]), card);
  li.classList.toggle("decides", at !== null && at === decides);
  if (at === decides) li.setAttribute("aria-current", "true");
  return li;
}

function draw(decides = -1) {
  part("laid").replaceChildren(...cards.map((card, at) => item(card, at, decides)));
  part("hand").replaceChildren(...(hand || []).map((card) => item(card, null, -1)));
  part("handbox").hidden = hand === null;
  part("numbers").hidden = !colour;
  part("colours").hidden = Boolean(colour);
  part("take-over").hidden = !winner;
  part("ask-winner").disabled = cards.length === 0;
  part("ask-allowed").disabled = cards.length === 0;
}

function say(text) {
  part("verdict").textContent = text;
}

function quiet() {
  colour = "";
  winner = null;
  part("trumps").hidden = true;
  part("with-hand").hidden = true;
  say("");
}

function clear() {
  cards = [];
  hand = null;
  trump = null;
  quiet();
  draw();
}

async function ask(message) {
  const { told } = await post("/wizard/judge", { cards, trump, ...message }).catch(() => ({ told: {} }));
  winner = told.winner || null;
  say([told.text || told.error || pad.dataset.lost, told.rule && `(${told.rule})`].filter(Boolean).join(" "));
  part("trumps").hidden = !told.trump;
  part("with-hand").hidden = told.answer !== "without";
  draw(told.at ?? -1);
}

/* A whole trick is judged by itself: who taps the last card wants to know. */
function laid(card) {
  quiet();
  if (hand !== null) hand.push(card);
  else cards.push(card);
  draw();
  if (hand === null && cards.length === book().seats.length) ask({});
}

async function allowed() {
  await ask({ allowed: true, hand });
  hand = null;
  draw();
}

function withHand() {
  quiet();
  hand = [];
  draw();
}

async function takeOver() {
  const at = document.querySelector("#actions .actions").dataset;
  const done = await act({ type: "trick", seat: at.seat, winner, cards: [...cards] }, at);
  if (done?.status === 200) {
    clear();
    pad.closest("dialog").close();
  } else if (done?.told.refusal) say(`${done.told.refusal.text} (${done.told.refusal.rule})`);
}

function back() {
  quiet();
  if (hand !== null && hand.length === 0) hand = null;
  else (hand || cards).pop();
  draw();
}

const DOES = {
  askWinner: () => ask({}),
  askAllowed: allowed,
  withHand,
  takeOver,
  takeBack: back,
  clear,
};

function tapped(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const { colour: letter, number, trump: said } = button.dataset;
  if (letter === "W" || letter === "J") laid(letter);
  else if (letter) {
    colour = letter;
    draw();
    part("numbers").querySelector("button").focus({ preventScroll: true });
  } else if (number) laid(colour + number);
  else if (said) {
    trump = said;
    ask({});
  } else Object.entries(DOES).find(([name]) => name in button.dataset)?.[1]();
}

if (pad) {
  pad.addEventListener("click", tapped);
  pad.closest("dialog").addEventListener("close", () => {
    hand = null;
    draw();
  });
  draw();
}
