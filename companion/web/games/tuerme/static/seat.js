/* The seat page: pieces and spells are picked on the ring tap by tap; what is picked is done with one more tap. */
import "/static/tuerme/passing.js";
import { act, around, askWhy, openSheet, showWhy } from "/static/taps.js";

const part = (name) => document.getElementById(name);
const one = (selector) => document.querySelector(selector);
const column = one("[data-column]");
/** `spell` is what is being cast (nothing: the card's move), `at` an end of a swap, `pick` what would be done. */
let spell = "";
let end = 0;
let pick = null;

const ring = () => one("#stage [data-tap]");
const spaces = () => [...(ring()?.querySelectorAll("[data-space]") || [])];
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/* ---- what can be picked now ---- */
function moves() {
  const holder = one("#actions [data-moves]");
  return holder ? JSON.parse(holder.dataset.moves) : [];
}
const spelled = () => (spell ? part("spells")?.querySelector(`[data-spell="${spell}"]`) : null);

function pool() {
  const all = spell ? JSON.parse(spelled()?.dataset.picks || "[]") : moves();
  return end ? all.filter((each) => each.at.includes(end)) : all;
}

/** Where an action goes: freeing is never the answer to a claim. */
function where(action) {
  const holder = spelled()?.closest("[data-question]");
  if (!holder) return around(one("#actions [data-moves]"));
  const free = action?.spell === "free";
  return { seat: holder.dataset.seat, question: free ? holder.dataset.free : holder.dataset.question };
}

/* ---- what is shown of it ---- */
function lit(found) {
  const at = new Set(found.flatMap((each) => each.at));
  at.delete(end);
  return at;
}

function glow(found) {
  const can = lit(found);
  for (const el of spaces()) {
    const number = Number(el.dataset.space);
    el.dataset.base ??= el.dataset.roles;
    const roles = new Set(el.dataset.base.split(" ").filter(Boolean));
    if (spell) for (const role of ["own", "movable", "contested"]) roles.delete(role);
    if (spell && can.has(number)) roles.add("movable");
    if (pick?.at.includes(number) || number === end) roles.add("chosen");
    if (pick?.to === number) roles.add("target");
    el.dataset.roles = [...roles].join(" ");
    buttons(el, can.has(number) || Boolean(pick?.at.includes(number)));
  }
  enter();
}

/* A space that can be meant is a stop of the keyboard; arrows lead to the dark ones between, which say why. */
function buttons(el, can) {
  el.toggleAttribute("data-can", can);
  const ground = el.querySelector("[data-target]");
  ground?.setAttribute("aria-disabled", String(!can));
  if (ground) ground.tabIndex = can ? 0 : -1;
}

/* Where nothing can be meant one space is the way into the ring: the last that had the focus. */
let entered = "1";
function enter() {
  if (ring()?.querySelector('[data-target][tabindex="0"]')) return;
  const ground = groundOf(entered) || groundOf("1");
  if (ground) ground.tabIndex = 0;
}
const groundOf = (number) => ring()?.querySelector(`[data-target="${number}"]`);

/* To the next space, round and round. */
const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
function stride(number, by) {
  const count = spaces().length;
  entered = String(((number - 1 + by + count) % count) + 1);
  groundOf(entered)?.focus();
  if (!ring().querySelector("[data-can]")) for (const el of spaces()) buttons(el, false);
  enter();
}

function bar(found) {
  const box = one("[data-chosen]");
  if (!box) return;
  box.hidden = !spell && !pick;
  document.body.toggleAttribute("data-picking", !box.hidden);
  if (box.hidden) return;
  box.dataset.piece = pick?.piece || "";
  const name = spelled()?.dataset.label || "";
  const label = pick ? pick.label : "";
  box.querySelector("[data-says]").textContent = [name, label].filter(Boolean).join(": ");
  const go = box.querySelector("[data-confirm]");
  go.hidden = !pick;
  go.textContent = spell ? go.dataset.saysCast : go.dataset.saysMove;
  box.querySelector("[data-steps]").replaceChildren(...choices(found).map(choice));
}

/* What no space of the ring tells apart: the ways of the keep, riders, how often a spell is paid for. */
function choices(found) {
  if (pick) return found.filter((each) => each.piece === pick.piece && same(each.at, pick.at));
  return found.filter((each) => !each.at.length);
}

function choice(each, _, all) {
  const button = document.createElement("button");
  button.type = "button";
  button.hidden = all.length < 2;
  button.textContent = pick ? `${each.times}×` : each.label;
  if (pick && !each.at.length) button.textContent = each.label;
  button.setAttribute("aria-pressed", String(same(each, pick)));
  button.addEventListener("click", () => take(each));
  return button;
}

function draw() {
  const found = pool();
  if (spell && !found.length) leave();
  glow(found);
  bar(found);
}

/* ---- picking ---- */
function take(each) {
  pick = each;
  draw();
  one("[data-confirm]")?.focus({ preventScroll: true });
}

function leave() {
  spell = "";
  end = 0;
  pick = null;
}

/** Of each piece the first: how often comes afterwards. */
const pieces = (found) => found.filter((each, at) => found.findIndex((it) => it.piece === each.piece) === at);

function tapped(number, piece) {
  const here = pool().filter((each) => each.at.includes(number) && number !== end);
  if (spell === "swap") return swap(number, here);
  const found = pieces(here);
  const meant = found.filter((each) => piece && each.piece.replace("+", "") === piece);
  if (!found.length) return dark(number);
  if (meant.length === 1) return take(meant[0]);
  if (found.length === 1) return take(found[0]);
  return which(found);
}

function swap(number, here) {
  if (!here.length) return dark(number);
  if (end) return take(here[0]);
  end = number;
  pick = null;
  return draw();
}

/* A stack, or wizards and a tower: the column is drawn large, from the top. */
function which(found) {
  const order = [...found].reverse();
  column.replaceChildren(
    ...order.map((each) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.piece = each.piece;
      button.textContent = each.label;
      button.addEventListener("click", () => {
        column.closest("dialog").close();
        take(each);
      });
      return button;
    }),
  );
  openSheet(column.closest("dialog"));
}

/* ---- why not ---- */
function dark(number) {
  const el = spaces().find((each) => Number(each.dataset.space) === number);
  const box = one("#actions [data-probe]");
  if (!box) return;
  const probe = JSON.parse(box.dataset.probe);
  const tower = [...el.querySelectorAll("[data-tower]:not(.ghost)")].at(-1)?.dataset.tower;
  const mine = el.querySelector(`[data-wizard="${probe.own}"]:not(.ghost)`);
  const walk = { type: "walk", colour: probe.own, space: number };
  const at = spell ? where(null) : around(box);
  if (spell) askWhy(casting(number, tower, el, at.seat), at);
  else if (tower && !(mine && probe.wizard) && (probe.tower || !probe.wizard)) askWhy({ type: "tower", tower }, at);
  else if (probe.tower && !probe.wizard) showWhy({ text: box.dataset.bare.replace("%", number) });
  else askWhy(walk, at);
}

function casting(number, tower, el, seat) {
  const colour = el.querySelector("[data-wizard]")?.dataset.wizard || seat;
  const action = { type: "cast", seat, spell };
  if (spell.startsWith("wizard")) return { ...action, colour, space: number };
  if (spell === "swap") return { ...action, spaces: [number, end || (number % spaces().length) + 1] };
  if (spell === "keep") return { ...action, way: "forward" };
  if (spell === "piggyback") return { ...action, colour };
  return { ...action, tower: tower || "t1" };
}

/* ---- taps ---- */
const CLICKS = {
  pick: (data) => take(moves()[Number(data.pick)]),
  spell: (data, el) => cast(data.spell, el),
  confirm: () => {
    const done = pick;
    const at = where(done.action);
    leave();
    act(done.action, at).then(draw);
  },
  unpick: () => {
    leave();
    draw();
  },
  whySpell: (data, el) => {
    const { seat } = around(el);
    spell = data.whySpell;
    askWhy(casting(1, "t1", ring(), seat), around(el));
    spell = "";
  },
};

function cast(name, el) {
  if (el.getAttribute("aria-disabled") === "true") return why(name, el);
  el.closest("dialog").close();
  leave();
  spell = name;
  const found = pool();
  if (pieces(found).length === 1 && !found[0].at.length) return take(found[0]);
  draw();
  return one("[data-unpick]")?.focus({ preventScroll: true });
}

function why(name, el) {
  const at = around(el);
  spell = name;
  const action = casting(1, "t1", ring(), at.seat);
  spell = "";
  el.closest("dialog").close();
  askWhy(action, at);
}

function clicked(event) {
  const button = event.target.closest("button");
  const key = button && Object.keys(CLICKS).find((each) => each in button.dataset);
  if (key && !button.disabled) return CLICKS[key](button.dataset, button);
  const space = event.target.closest("[data-tap] [data-space]");
  if (!space) return undefined;
  const el = event.target.closest("[data-tower], [data-wizard]");
  return tapped(Number(space.dataset.space), el?.dataset.tower || el?.dataset.wizard);
}

document.addEventListener("click", clicked);
document.addEventListener("keydown", (event) => {
  const space = event.target.closest?.("[data-tap] [data-space]");
  const by = ARROWS[event.key];
  if (!space || !(by || ["Enter", " "].includes(event.key))) return;
  event.preventDefault();
  if (by) stride(Number(space.dataset.space), by);
  else tapped(Number(space.dataset.space));
});

/* ---- what a lifted tower really showed ---- */
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-less], [data-more]");
  if (!button) return;
  const seat = button.dataset.less || button.dataset.more;
  const out = button.parentElement.querySelector(`[data-there="${seat}"]`);
  out.textContent = Math.min(Math.max(Number(out.textContent) + ("more" in button.dataset ? 1 : -1), 0), 6);
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-correct]");
  if (!form) return;
  event.preventDefault();
  const counted = [...form.querySelectorAll("[data-there]")].map((each) => [
    each.dataset.there,
    Number(each.textContent),
  ]);
  const there = Object.fromEntries(counted.filter(([, count]) => count));
  form.closest("dialog").close();
  act({ type: "correct", seat: form.dataset.seat, there }, form.dataset);
});

/* A reason that speaks of a space makes it glow. */
document.addEventListener("point", ({ detail }) => {
  for (const el of spaces()) el.toggleAttribute("data-pointed", detail.split(" ").includes(el.dataset.space));
});
document.addEventListener("parts", ({ detail }) => {
  if (!["actions", "stage", "spells"].some((name) => detail.includes(name))) return;
  const found = pool();
  pick = pick && found.find((each) => same(each, pick));
  draw();
});
draw();
