/* What is drawn over the picture: places, path, symbols, what is suggested, and the cross-hair of the keyboard. */
const SVG = "http://www.w3.org/2000/svg";
export const WHOLE = 1000;
const PLACE = 44;
const FIELD = 15;

function made(kind, values, ...inner) {
  const el = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(values)) el.setAttribute(name, value);
  el.append(...inner);
  return el;
}

const at = ({ x, y }, ratio) => [x, y * ratio];

function place(node, ratio, more) {
  const [x, y] = at(node, ratio);
  const picture = made(
    "svg",
    { x: x - 34, y: y - 34, width: 68, height: 68 },
    made("use", { href: `#place-${node.id}` }),
  );
  const called = made("text", { x, y: y + PLACE + 26, class: "called" });
  called.textContent = node.name;
  return made("g", { class: `y-place ${more}` }, made("circle", { cx: x, cy: y, r: PLACE }), picture, called);
}

function field(node, ratio, more) {
  const [x, y] = at(node, ratio);
  const body = node.symbol
    ? made("rect", { x: x - 17, y: y - 17, width: 34, height: 34, transform: `rotate(45 ${x} ${y})` })
    : made("circle", { cx: x, cy: y, r: FIELD });
  const rune = node.symbol
    ? made("use", { href: "#rune-2", transform: `translate(${x} ${y}) scale(1.1)` })
    : made("g", {});
  return made("g", { class: `y-field ${node.symbol ? "y-symbol" : ""} ${more}` }, body, rune);
}

function marks(node, view) {
  return [
    view.state.hand === node.id || view.held === node.id ? "y-hand" : "",
    view.pointed.includes(node.id) ? "y-pointed" : "",
  ].join(" ");
}

function line([one, two], spots, view) {
  const lit = view.pointed.includes(one) && view.pointed.includes(two);
  const [[x1, y1], [x2, y2]] = [spots.get(one), spots.get(two)];
  return made("line", { x1, y1, x2, y2, class: lit ? "y-step y-pointed" : "y-step" });
}

function cross([x, y], ratio) {
  const d = `M${x - 30} ${y * ratio}h60M${x} ${y * ratio - 30}v60`;
  return made("path", { d, class: "y-cross" });
}

/** Draws a state: ``pointed`` nodes stand out, ``ghosts`` are suggested places and slabs. */
export function draw(svg, view) {
  const { state, ratio } = view;
  const spots = new Map(state.nodes.map((node) => [node.id, at(node, ratio)]));
  svg.setAttribute("viewBox", `0 0 ${WHOLE} ${Math.round(WHOLE * ratio)}`);
  svg.replaceChildren(
    ...view.ghosts.map((ghost) => made("circle", { cx: ghost.x, cy: ghost.y * ratio, r: ghost.r, class: "y-ghost" })),
    ...state.steps.map((step) => line(step, spots, view)),
    ...state.nodes.map((node) => (node.place ? place : field)(node, ratio, marks(node, view))),
    ...(view.cross ? [cross(view.cross, ratio)] : []),
  );
}

/** Draws the four marks on the corners of a photo. */
export function drawCorners(svg, corners, ratio, chosen) {
  svg.setAttribute("viewBox", `0 0 ${WHOLE} ${Math.round(WHOLE * ratio)}`);
  const spots = corners.map(([x, y]) => [x, y * ratio]);
  svg.replaceChildren(
    made("polygon", { points: spots.map((spot) => spot.join(",")).join(" "), class: "y-quad" }),
    ...spots.map(([cx, cy], number) =>
      made("circle", { cx, cy, r: 34, class: number === chosen ? "y-corner y-hand" : "y-corner" }),
    ),
  );
}
