/* Motion that explains: a throw rolls, a figure glides or sinks into the maze, a card slides to its plan; one after the
   other. Driven by what differs between two states of the board. Nothing here changes a fragment or the layout: figures
   and wands are animated where they are, a card flies above the page. A part that is swapped in the meantime loses its
   motion alone. */

const board = document.getElementById("board");
const ROLL = 340,
  GLIDE = 300,
  SINK = 350,
  SLIDE = 350,
  EASE = "ease-out",
  MOST = 3;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const holder = () => document.querySelector("#boardstate [data-board]");
const read = () => JSON.parse(holder().dataset.board);
const seen = (el) => Boolean(el) && el.getClientRects().length > 0;
const visible = (selector) => [...document.querySelectorAll(selector)].find(seen);
const spot = (id) => {
  const { e, f } = board.querySelector(`[data-node="${id}"]`).transform.baseVal.consolidate().matrix;
  return `translate(${e}px, ${f}px)`;
};
let old = read();

/* Each of these starts at a delay and returns how long it lasts: nothing, where nothing of it is on the page. */
function roll(thrown, delay) {
  const wands = thrown.flew.flatMap((colour) => [
    ...document.querySelectorAll(
      ["#throw .throwbox", `#throw [data-side="${thrown.seat}"]`, "[data-fly]"]
        .map((place) => `${place} .wand.${colour}`)
        .join(),
    ),
  ]);
  const turns = [
    { transform: "translateY(-1.1rem) scaleY(.45)", opacity: 0 },
    { transform: "translateY(-.7rem) scaleY(1)", opacity: 1, offset: 0.25 },
    { transform: "translateY(-.35rem) scaleY(.5)", offset: 0.45 },
    { transform: "translateY(-.1rem) scaleY(1)", offset: 0.7 },
    { transform: "translateY(0) scaleY(.82)", offset: 0.85 },
    { transform: "none" },
  ];
  wands.filter(seen).forEach((wand) => wand.animate(turns, { duration: ROLL, delay, easing: EASE, fill: "backwards" }));
  return wands.some(seen) ? ROLL : 0;
}
function move(id, from, to, sinks, delay) {
  const figure = board.querySelector(`[data-figure="${id}"]`);
  if (!seen(figure)) return 0;
  const way = sinks
    ? [
        { transform: `${spot(from)} scale(1)`, opacity: 1 },
        { transform: `${spot(to)} scale(.9)`, opacity: 1, offset: 0.55 },
        { transform: `${spot(to)} scale(.25)`, opacity: 0.2, offset: 0.8 },
        { transform: `${spot(to)} scale(1)`, opacity: 1 },
      ]
    : [{ transform: spot(from) }, { transform: spot(to) }];
  const duration = sinks ? SINK : GLIDE;
  figure.animate(way, { duration, delay, easing: EASE, fill: "backwards" });
  return duration;
}
const slotOf = (seat, card) => visible(`[data-plan="${seat}"] [data-card="${card}"]`);
const figureOf = (seat) => board.querySelector(`[data-figure="${seat}-magician"]`);
const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
function slide({ card, seat, from }, delay) {
  const slot = slotOf(seat, card),
    drawing = document.querySelector(`[data-card="${card}"] svg`);
  const source = from ? slotOf(from, card) || figureOf(from) : board.querySelector(`[data-node="${card}"] .disc`);
  const target = slot || figureOf(seat);
  if (!drawing || !seen(source) || !seen(target)) return 0;
  const start = middle(source.getBoundingClientRect()),
    end = middle(target.getBoundingClientRect());
  const wide = slot ? slot.getBoundingClientRect().width : 36,
    timing = { duration: SLIDE, delay, easing: EASE, fill: "both" };
  const flight = document.createElement("div");
  flight.className = "flight";
  flight.setAttribute("aria-hidden", "true");
  flight.append(drawing.cloneNode(true));
  Object.assign(flight.style, { width: `${wide}px`, left: `${end.x - wide / 2}px`, top: `${end.y - wide * 0.8}px` });
  document.body.append(flight);
  flight
    .animate(
      [
        { transform: `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(.6)`, opacity: 0 },
        { opacity: 1, offset: 0.15 },
        { opacity: 1, offset: 0.85 },
        { transform: `scale(${slot ? 1 : 0.5})`, opacity: slot ? 1 : 0 },
      ],
      timing,
    )
    .finished.finally(() => flight.remove())
    .catch(() => {});
  if (slot) slot.querySelector("svg").animate([{ opacity: 0.3 }, { opacity: 0.3 }], { duration: delay + SLIDE });
  return SLIDE;
}

/* Who has a card that was not theirs before, and from whom: a rival who has lost it, or its place. */
function taken(now) {
  const found = [];
  for (const [seat, cards] of Object.entries(now.cards))
    for (const card of cards) {
      if (old.cards[seat]?.includes(card)) continue;
      const from = Object.keys(old.cards).find(
        (other) => old.cards[other].includes(card) && !now.cards[other].includes(card),
      );
      found.push({ card, seat, from });
    }
  return found;
}
function play(now) {
  let at = 0;
  if (now.throw && now.throw.seq > (old.throw?.seq ?? -1)) at += roll(now.throw, at);
  const moved = Object.keys(now.figures).filter((id) => old.figures[id].at !== now.figures[id].at);
  const sinks = (id) => now.banished.includes(id);
  if (moved.length <= MOST)
    for (const id of moved.sort((a, b) => sinks(a) - sinks(b)))
      at += move(id, old.figures[id].at, now.figures[id].at, sinks(id), at);
  const cards = taken(now);
  if (cards.length === 1) slide(cards[0], at);
}
document.addEventListener("parts", (event) => {
  if (!event.detail.includes("boardstate") || !holder()) return;
  const now = read();
  if (!calm.matches && document.visibilityState === "visible") play(now);
  old = now;
});
