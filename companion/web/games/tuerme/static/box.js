/* One box: what differs from the printed one is marked, the cards are counted, and the whole is sent as one. */
import { post, sentence } from "/static/requests.js";

const form = document.querySelector("[data-box]");
const $ = (selector) => form.querySelector(selector);
const all = (selector) => [...form.querySelectorAll(selector)];
const number = (input) => (input.value === "" || !Number.isFinite(Number(input.value)) ? null : Number(input.value));

/* The value of each field in the place that its key names, as in a box file. */
function data() {
  const found = { name: $("#f-name").value.trim(), checked: $("[data-key=checked]").checked };
  const part = (key) => {
    const at = key.indexOf(".");
    found[key.slice(0, at)] ??= {};
    return [found[key.slice(0, at)], key.slice(at + 1)];
  };
  for (const input of all("[type=number][data-key]")) {
    const [table, name] = part(input.dataset.key);
    if (!input.dataset.key.startsWith("cards.") || number(input) !== 0) table[name] = number(input);
  }
  for (const input of all("[data-item]")) {
    const [table, name] = part(input.dataset.item);
    table[name] ??= [];
    table[name].push(number(input));
  }
  for (const input of all("[data-set]")) {
    const [table, name] = part(input.dataset.set);
    table[name] ??= [];
    if (input.checked) table[name].push(Number(input.value));
  }
  found.ring.radius_mm = Number(form.dataset.radius);
  return found;
}

const usual = (input) => (input.type === "checkbox" ? (input.checked ? "on" : "") : input.value);

function mark() {
  let changed = 0;
  for (const input of all("[data-usual]")) {
    const other = usual(input) !== input.dataset.usual;
    changed += other;
    input.closest("label").toggleAttribute("data-other", other);
    if (input.type === "number")
      input.closest("label").dataset.says = other ? form.dataset.usualSays.replace("%", input.dataset.usual) : "";
  }
  const sum = all('[data-key^="cards."]').reduce((total, input) => total + (number(input) || 0), 0);
  $("[data-sum]").textContent = $("[data-sum]").dataset.words.replace("%", sum);
  const told = $("[data-changed]");
  told.textContent = changed ? told.dataset.words.replace("%", changed) : "";
  $("[data-reset]").hidden = !changed;
}

function reset() {
  for (const input of all("[data-usual]")) {
    if (input.type === "checkbox") input.checked = input.dataset.usual === "on";
    else input.value = input.dataset.usual;
  }
  wrong([]);
  mark();
}

/* A type of card that the printed box does not have: one of it, and then as many as there are. */
function add() {
  const type = $("#f-more").selectedOptions[0];
  if (!type) return;
  const field = $("[data-type]").content.firstElementChild.cloneNode(true);
  const input = field.querySelector("input");
  field.querySelector("span").textContent = type.textContent;
  input.id = `f-cards.${type.value}`;
  input.dataset.key = `cards.${type.value}`;
  $("[data-types]").append(field);
  type.remove();
  mark();
  input.focus();
  input.select();
}

/* Every fault as a link to its field. */
function wrong(faults, refused = "") {
  for (const el of form.querySelectorAll("[aria-invalid]")) el.removeAttribute("aria-invalid");
  const box = $("[data-faults]");
  box.hidden = !refused;
  $("[data-refused]").textContent = refused;
  $("[data-list]").replaceChildren(...faults.map(line));
  if (refused) box.focus();
}

function line({ key, text }) {
  const spot = document.getElementById(`f-${key}`) || document.getElementById(`f-${key.split(".")[0]}`);
  const item = document.createElement("li");
  if (!spot) item.textContent = text;
  else {
    const link = document.createElement("a");
    link.href = `#${spot.id}`;
    link.textContent = text;
    item.append(link);
    if (spot.matches("input")) spot.setAttribute("aria-invalid", "true");
  }
  return item;
}

async function keep(event) {
  event.preventDefault();
  $("[data-done]").textContent = $("[data-fault]").textContent = "";
  const message = { data: data(), made_from: JSON.parse(form.dataset.from) };
  const { status, told } = await post("/box/keep", message).catch(() => ({ status: 0, told: {} }));
  if (status !== 200) {
    $("[data-fault]").textContent = sentence(told, status);
    return;
  }
  wrong(told.faults || [], told.refused);
  if (told.refused) return;
  $("[data-done]").textContent = told.playing ? form.dataset.keptLater : form.dataset.kept;
  form.dataset.from = JSON.stringify(told.kept);
  history.replaceState(null, "", told.path);
}

if (form) {
  form.addEventListener("submit", keep);
  form.addEventListener("input", mark);
  $("[data-add]").addEventListener("click", add);
  $("[data-reset]").addEventListener("click", reset);
  mark();
}
