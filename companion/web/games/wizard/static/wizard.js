/* The judge's pad, and mended rounds; what is tapped here stays on this phone until it is asked. */
import { post } from "/static/requests.js";
import { act, around } from "/static/taps.js";

const pad = document.querySelector("[data-judge]");
const cards = [];
let colour = "";
let winner = null;

function draw(decides = -1) {
  pad.querySelector("[data-laid]").replaceChildren(
    ...cards.map((card, at) => {
      const item = document.createElement("li");
      item.textContent = card;
      item.classList.toggle("decides", at === decides);
      return item;
    }),
  );
  pad.querySelector("[data-numbers]").hidden = !colour;
  pad.querySelector("[data-colours]").hidden = Boolean(colour);
  pad.querySelector("[data-take-over]").hidden = !winner;
}

function laid(card) {
  cards.push(card);
  colour = "";
  winner = null;
  pad.querySelector("[data-verdict]").textContent = "";
  draw();
}

async function ask(message) {
  const { told } = await post("/wizard/judge", { cards, ...message });
  winner = told.winner || null;
  pad.querySelector("[data-verdict]").textContent = [told.text || told.error, told.rule && `(${told.rule})`].join(" ");
  draw(told.at ?? -1);
}

async function takeOver() {
  const at = document.querySelector("#actions .actions").dataset;
  const done = await act({ type: "trick", seat: at.seat, winner, cards: [...cards] }, at);
  if (done?.status !== 200) return;
  cards.length = 0;
  winner = null;
  pad.querySelector("[data-verdict]").textContent = "";
  draw();
  pad.closest("dialog").close();
}

function tapped(event) {
  const button = event.target.closest("button");
  if (!button) return;
  const { colour: letter, number } = button.dataset;
  if (letter === "W" || letter === "J") laid(letter);
  else if (letter) {
    colour = letter;
    draw();
  } else if (number) laid(colour + number);
  else if ("askWinner" in button.dataset) ask({});
  else if ("askAllowed" in button.dataset) ask({ allowed: true });
  else if ("takeOver" in button.dataset) takeOver();
  else if ("takeBack" in button.dataset) {
    cards.pop();
    colour = "";
    winner = null;
    draw();
  }
}

/* R1: only what was changed is named. */
function mended(form) {
  const action = { round: Number(form.dataset.mend) };
  for (const field of form.elements) {
    if (!field.name || field.value === field.dataset.was) continue;
    if (field.dataset.of) action[field.name] = { ...action[field.name], [field.dataset.of]: Number(field.value) };
    else action[field.name] = field.value;
  }
  return action;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-mend]");
  if (!form) return;
  event.preventDefault();
  const at = around(form);
  act({ type: "mend", seat: at.seat, ...mended(form) }, at);
});
pad?.addEventListener("click", tapped);
