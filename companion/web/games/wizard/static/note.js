/* The note sheet: tricks all at once, a whole round from paper, anything mended. What was chosen here stays while
   others go on; what was not touched follows the block. */
import { act, around } from "/static/taps.js";

const form = document.querySelector("form[data-note]");
const part = (name) => form.querySelector(`[data-${name}]`);
const touched = new Set();
let drawn = "";
let picked = false;

/** Seats, leader, and what can be noted, as the page was told last. */
export const book = () =>
  JSON.parse(document.querySelector("[data-notebook]")?.dataset.notebook || '{"seats":[],"tasks":[]}');

const nameOf = (task) => `${task.type}-${task.number}`;
const shape = (task) => [nameOf(task), task.count, task.noted, task.part, Object.keys(task.bids).length].join();

function chosen(found = book()) {
  return found.tasks.find((task) => nameOf(task) === form.elements.task.value);
}

function option(value, label) {
  return Object.assign(document.createElement("option"), { value, textContent: label });
}

function field(label, name, options, value, seat) {
  const box = document.createElement("label");
  const select = document.createElement("select");
  select.name = name;
  if (seat) select.dataset.of = seat;
  select.append(...options.map(([each, said]) => option(each, said)));
  show(select, value);
  box.append(label, select);
  return box;
}

function show(select, value) {
  select.value = String(value ?? "");
  select.dataset.was = select.value;
}

const numbers = (most) => Array.from({ length: most + 1 }, (_, number) => [number, number]);

/* Two numbers of a seat, its name beside them. */
function row(task, { seat, name }) {
  const box = document.createElement("fieldset");
  const legend = document.createElement("legend");
  legend.textContent = name;
  box.append(legend);
  const counts = numbers(task.count);
  if (task.type === "round") box.append(field(form.dataset.bids, "bids", counts, 0, seat));
  else if (task.type === "tricks" && seat in task.bids) {
    const said = document.createElement("span");
    said.textContent = `${form.dataset.bids}: ${task.bids[seat]}`;
    box.append(said);
  } else if (task.type === "mend" && seat in task.bids) {
    box.append(field(form.dataset.bids, "bids", counts, task.bids[seat], seat));
  }
  if (task.type === "round") box.append(field(form.dataset.tricks, "tricks", counts, 0, seat));
  else if (seat in task.tricks) box.append(field(form.dataset.tricks, "tricks", counts, task.tricks[seat], seat));
  return box;
}

function fields(task, found) {
  const boxes = [];
  const cards = task.turns && (task.type === "round" || (task.type === "mend" && task.noted));
  const none = [["", "–"]];
  if (cards) {
    boxes.push(field(form.dataset.turned, "turned", found.cards, task.turned));
    const trump = task.turned === "wizard" ? task.trump : "";
    boxes.push(field(form.dataset.trump, "trump", [...none, ...found.colours], trump));
  }
  if (task.type === "mend") {
    const seats = found.seats.map((each) => [each.seat, each.name]);
    boxes.push(field(form.dataset.dealer, "dealer", seats, task.dealer));
  }
  return [...boxes, ...found.seats.map((each) => row(task, each)).filter((box) => box.children.length > 1)];
}

function depends() {
  const { trump, turned } = form.elements;
  if (trump) trump.closest("label").hidden = turned.value !== "wizard";
  const task = chosen();
  const lines = ["bids", "tricks"].map((name) => {
    const selects = [...form.querySelectorAll(`select[name=${name}]`)];
    const sum = selects.reduce((all, each) => all + Number(each.value), 0);
    const words = form.dataset.sum.replace("%what", form.dataset[name]).replace("%sum", sum);
    return selects.length && task ? words.replace("%count", task.count) : "";
  });
  part("sums").textContent = lines.filter(Boolean).join(" · ");
}

function anew(task, found) {
  touched.clear();
  drawn = shape(task);
  part("fields").replaceChildren(...fields(task, found));
  part("do").textContent = task.say;
  depends();
}

const OF = { turned: (task) => task.turned, dealer: (task) => task.dealer };
OF.trump = (task) => (task.turned === "wizard" ? task.trump : "");

/* What others have noted meanwhile is shown where nothing was chosen here. */
function follow(task) {
  for (const select of part("fields").querySelectorAll("select")) {
    if (touched.has(select) || task.type !== "mend") continue;
    const { of: seat } = select.dataset;
    show(select, seat ? task[select.name][seat] : OF[select.name](task));
  }
  depends();
}

function update() {
  const found = book();
  const list = form.elements.task;
  const before = list.value;
  list.replaceChildren(...found.tasks.map((task) => option(nameOf(task), task.label)));
  const kept = found.tasks.some((task) => nameOf(task) === before);
  if (kept && picked) list.value = before;
  else if (touched.size) part("fault").textContent = form.dataset.gone;
  picked = picked && kept;
  const task = chosen(found);
  form.hidden = !task;
  if (!task) return;
  if (shape(task) === drawn) follow(task);
  else anew(task, found);
}

/* R1: of what is mended only what was changed is named; else all. */
function action(task) {
  const found = { type: task.type, ...(task.type === "mend" ? { round: task.number } : {}) };
  for (const select of part("fields").querySelectorAll("select")) {
    if (select.closest("[hidden]") || select.value === "") continue;
    if (task.type === "mend" && select.value === select.dataset.was) continue;
    const { of: seat } = select.dataset;
    if (seat) found[select.name] = { ...found[select.name], [seat]: Number(select.value) };
    else found[select.name] = select.value;
  }
  return found;
}

async function send() {
  const at = around(document.querySelector("[data-notebook]"));
  part("fault").textContent = "";
  const done = await act({ ...action(chosen()), seat: at.seat }, at);
  if (!done) return;
  const { refusal } = done.told;
  if (done.status === 200) {
    drawn = "";
    picked = false;
    update();
    part("sums").textContent = form.dataset.done;
  } else if (refusal) part("fault").textContent = `${refusal.text} (${refusal.rule})`;
}

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  form.addEventListener("change", ({ target }) => {
    part("fault").textContent = "";
    picked = true;
    if (target.name === "task") anew(chosen(), book());
    else touched.add(target);
    depends();
  });
  document.addEventListener("click", ({ target }) => {
    const wanted = target.closest("[data-task-of]")?.dataset.taskOf;
    if (!wanted) return;
    picked = true;
    form.elements.task.value = wanted;
    update();
  });
  document.addEventListener("parts", ({ detail }) => detail.includes("note") && update());
  update();
}
