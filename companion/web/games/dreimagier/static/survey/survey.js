/* The survey of a board: every tap goes to the host, which answers with all that is to be drawn and said. */
import { newId } from "/static/requests.js";
import { slabAt } from "./blobs.js";
import { finger } from "./finger.js";
import { Ground } from "./ground.js";
import { draw, drawCorners } from "./sheet.js";
import { meant } from "./taps.js";
import { Tour } from "./tour.js";

const root = document.querySelector("[data-survey]");
const $ = (selector) => root.querySelector(selector);
const all = (selector) => [...root.querySelectorAll(selector)];
const SLAB = 36;
const ZOOMS = [1, 1.6, 2.4, 3.4];
const INSET = [
  [80, 80],
  [920, 80],
  [920, 920],
  [80, 920],
];

class Survey {
  constructor() {
    this.path = root.dataset.path;
    this.words = JSON.parse(root.dataset.words);
    this.state = JSON.parse(root.dataset.state);
    this.ground = new Ground($("[data-ground]"));
    this.tour = new Tour(this);
    Object.assign(this, { step: this.state.step, tool: "trace", held: "", pointed: [], zoom: 0, cross: null });
    Object.assign(this, { ratio: 1, corners: null, corner: -1, waits: Promise.resolve() });
  }

  say(message, values = {}) {
    return this.words[message].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  }

  name(id) {
    return this.state.nodes.find((node) => node.id === id)?.name || "";
  }

  /* ---- to the host and back ---- */
  send(what, body, headers = { "Content-Type": "application/json" }) {
    return fetch(`${this.path}/${what}`, { method: "POST", headers, body });
  }

  /** One after the other, each on what the one before has made. */
  queue(make) {
    this.waits = this.waits.then(async () => {
      const wanted = make();
      if (!wanted) return this.show();
      try {
        const [what, body, headers] = wanted;
        await this.answered(await this.send(what, body, headers));
      } catch {
        this.fault(this.say("offline"));
      }
    });
    return this.waits;
  }

  async answered(answer) {
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) return this.fault(told.said || told.error || String(answer.status));
    this.state = told;
    this.fault(told.refused || "");
    $("[data-kept]").hidden = !told.kept;
    $("[data-kept-playing]").hidden = !told.playing;
    return this.show();
  }

  tap(tap) {
    return this.queue(() => ["tap", JSON.stringify(tap)]);
  }

  fault(text) {
    $("[data-fault]").textContent = text;
  }

  /* ---- what is seen ---- */
  async show() {
    root.dataset.step = this.step;
    this.buttons();
    this.findings();
    const ask = this.ask();
    $("[data-ask]").textContent = ask.charAt(0).toUpperCase() + ask.slice(1);
    const framed = this.step !== "picture" || this.state.photo;
    $("[data-frame]").hidden = !framed;
    if (framed) await this.surface();
    root.dataset.taps = this.state.taps;
  }

  async surface() {
    const picture = this.step === "picture";
    this.ratio = await (picture
      ? this.ground.showPhoto(this.path, this.state)
      : this.ground.showBoard(this.path, this.state));
    if (picture) {
      this.corners ||= this.state.corners.length
        ? this.state.corners.map((each) => [...each])
        : INSET.map((each) => [...each]);
      drawCorners($("[data-sheet]"), this.corners, this.ratio, this.corner);
    } else draw($("[data-sheet]"), { ...this, ghosts: this.ghosts() });
  }

  ghosts() {
    if (this.step === "places") return this.state.missing.slice(0, 1).map(({ x, y }) => ({ x, y, r: 50 }));
    if (this.step !== "path" || this.tool !== "trace") return [];
    const free = ([x, y]) =>
      this.state.nodes.every((node) => Math.hypot(node.x - x, node.y - y) > (node.place ? 60 : 30));
    return this.slabs()
      .filter(free)
      .map(([x, y]) => ({ x, y, r: 21 }));
  }

  slabs() {
    return this.ground.known.slabs.map(([x, y]) => [x, Math.round(y / this.ratio)]);
  }

  buttons() {
    const { state, step } = this;
    for (const el of all("[data-step]")) el.setAttribute("aria-pressed", String(el.dataset.step === step));
    for (const el of all("[data-for]")) el.hidden = el.dataset.for !== step;
    for (const el of all("[data-tool]")) el.setAttribute("aria-pressed", String(el.dataset.tool === this.tool));
    for (const el of all("[data-with-photo]")) el.hidden = !state.photo;
    for (const el of all("[data-without-photo]")) el.hidden = Boolean(state.photo);
    for (const el of all("[data-size]")) el.value = state.size[el.dataset.size];
    for (const el of all("[data-zoom]")) el.hidden = step === "picture";
    $("[data-told]").hidden = step === "picture" && !state.nodes.length;
    $("[data-undo]").disabled = !state.taps;
    $("[data-usual]").hidden = !state.missing.length;
    $("[data-lift]").hidden = step !== "path" || !state.hand || this.tool !== "trace";
    $("[data-whole]").hidden = !state.whole;
    $("[data-part]").hidden = state.whole || !state.taps;
    $("[data-complete]").hidden = state.findings.length > 0;
    this.tour.buttons();
  }

  findings() {
    $("[data-findings]").replaceChildren(
      ...this.state.findings.map((each) => {
        const [item, button] = [document.createElement("li"), document.createElement("button")];
        item.dataset.grave = each.fault;
        button.type = "button";
        button.className = "point";
        button.textContent = each.text;
        button.disabled = !each.nodes.length;
        button.addEventListener("click", () => this.point(each.nodes));
        item.append(button);
        return item;
      }),
    );
  }

  point(nodes) {
    this.pointed = nodes;
    if (this.step === "picture") this.step = "path";
    $("[data-frame]").scrollIntoView({ block: "nearest" });
    this.show();
  }

  ask() {
    const { state, step } = this;
    if (step === "picture") return state.photo ? $("[data-straight]").dataset.corners : this.say("picture");
    if (step === "places") return state.missing.length ? this.say("place", state.missing[0]) : this.say("places.done");
    if (step === "symbols") return this.say("symbols", { count: state.symbols });
    if (step === "check") return this.tour.ask();
    return this.askPath();
  }

  askPath() {
    const name = this.name(this.held);
    if (this.tool === "remove") return this.say("remove");
    if (this.tool !== "trace") return this.say(this.held ? `${this.tool}.to` : this.tool, { name });
    return this.state.hand ? this.say("on", { name: this.name(this.state.hand) }) : this.say("start");
  }

  go(step) {
    Object.assign(this, { step, held: "", pointed: [], cross: null });
    this.fault("");
    this.queue(() => null);
  }

  /* ---- taps ---- */
  snapped([x, y]) {
    const { straight } = this.ground.known;
    if (!straight) return [x, y];
    const near = this.slabs().find(([a, b]) => Math.hypot(a - x, b - y) < SLAB);
    const found = near || slabAt(straight, x, Math.round(y * this.ratio));
    if (!found) return [x, y];
    return near || [found[0], Math.round(found[1] / this.ratio)];
  }

  tapped(spot) {
    if (this.step === "picture") return;
    this.pointed = this.tour.at < 0 ? [] : this.pointed;
    this.queue(() => {
      const tap = meant(this, spot);
      return tap ? ["tap", JSON.stringify(tap)] : null;
    });
  }

  /* ---- corners ---- */
  grab([x, y]) {
    if (this.step !== "picture") return;
    const away = this.corners.map(([a, b]) => Math.hypot(a - x, b - y));
    this.corner = away.indexOf(Math.min(...away));
    this.drag([x, y]);
  }

  drag(spot) {
    if (this.step !== "picture" || this.corner < 0) return;
    this.corners[this.corner] = spot;
    drawCorners($("[data-sheet]"), this.corners, this.ratio, this.corner);
    $("[data-ask]").textContent = this.say(`corner.${this.corner}`);
  }

  async straighten() {
    await this.tap({ do: "corners", corners: this.corners });
    if (!this.state.refused) this.go("places");
  }

  async photo(input) {
    if (!input.files.length) return;
    $("[data-ask]").textContent = this.say("waits");
    this.corners = null;
    const file = input.files[0];
    await this.queue(() => ["photo", file, { "X-Request": newId() }]);
    input.value = "";
  }

  /* ---- keys ---- */
  key(cross, [dx, dy]) {
    if (this.step === "picture") {
      this.corner = Math.max(this.corner, 0);
      const [x, y] = this.corners[this.corner];
      this.drag([x + dx, y + dy]);
      return cross;
    }
    this.cross = [cross[0] + dx, cross[1] + dy];
    const mm = this.cross.map((part, side) => Math.round((part * this.state.size[side]) / 1000));
    const near = this.state.nodes.find((node) => Math.hypot(node.x - this.cross[0], node.y - this.cross[1]) < SLAB);
    $("[data-cross]").textContent = near?.name || this.say("cross", { x: mm[0], y: mm[1] });
    draw($("[data-sheet]"), { ...this, ghosts: this.ghosts() });
    return this.cross;
  }

  nextCorner() {
    this.corner = (this.corner + 1) % 4;
    this.drag(this.corners[this.corner]);
  }
}

function zoom(here, by) {
  here.zoom = Math.min(Math.max(here.zoom + by, 0), ZOOMS.length - 1);
  const frame = $("[data-frame]");
  const middle = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  const before = $("[data-surface]").clientWidth;
  $("[data-surface]").style.width = `${100 * ZOOMS[here.zoom]}%`;
  frame.toggleAttribute("data-zoomed", here.zoom > 0);
  const grown = $("[data-surface]").clientWidth / before;
  frame.scrollTo(middle[0] * grown - frame.clientWidth / 2, middle[1] * grown - frame.clientHeight / 2);
}

function fingers(here) {
  finger($("[data-surface]"), $("[data-lens]"), {
    zoomed: () => here.zoom > 0,
    pressed: (spot) => here.grab(spot),
    moved: (spot) => here.drag(spot),
    tapped: (spot, keyed) => (keyed && here.step === "picture" ? here.nextCorner() : here.tapped(spot)),
    look: (spot, lens) => here.ground.look(spot, lens, seen(here)),
    key: (cross, by) => here.key(cross, by),
  });
}

function seen(here) {
  return here.step === "picture" ? [] : here.state.nodes.map((node) => [node.x, node.y, node.place ? 44 : 15]);
}

function listen(here) {
  const on = (selector, act) => all(selector).forEach((el) => el.addEventListener("click", () => act(el)));
  on("[data-step]", (el) => here.go(el.dataset.step));
  on("[data-go]", (el) => here.go(el.dataset.go));
  on("[data-tool]", (el) => {
    here.tool = el.dataset.tool;
    here.go("path");
  });
  on("[data-undo]", () => here.queue(() => ["undo", "{}"]));
  on("[data-lift]", () => here.tap({ do: "drop" }));
  on("[data-usual]", () => here.tap({ do: "usual" }));
  on("[data-straight]", () => here.straighten());
  on("[data-turn]", () => {
    here.corners.push(here.corners.shift());
    here.show();
  });
  on("[data-zoom]", (el) => zoom(here, Number(el.dataset.zoom)));
  on("[data-keep]", () => here.queue(() => ["keep", "{}"]));
  for (const el of all("[data-size]"))
    el.addEventListener("change", () =>
      here.tap({ do: "size", size: all("[data-size]").map((side) => Number(side.value)) }),
    );
  const photo = $("[data-photo]");
  photo.addEventListener("change", () => here.photo(photo));
  if (photo.files.length) here.photo(photo);
}

if (root) {
  const here = new Survey();
  fingers(here);
  listen(here);
  here.tour.listen();
  here.show();
}
