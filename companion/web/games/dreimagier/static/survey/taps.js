/* What a tap means: a function of the step, the tool, and what lies under the finger. */
const REACH = { place: 42, field: 26, symbol: 60 };
const FAR = 130;

const away = (node, [x, y]) => Math.hypot(node.x - x, node.y - y);

function nearest(nodes, spot, reach) {
  const near = nodes.filter((node) => away(node, spot) <= reach(node));
  near.sort((one, two) => away(one, spot) - away(two, spot));
  return near[0]?.id || "";
}

const under = ({ state }, spot) => nearest(state.nodes, spot, (node) => (node.place ? REACH.place : REACH.field));

function places(here, spot) {
  const { missing, nodes } = here.state;
  if (missing.length) return { do: "place", node: missing[0].id, at: spot };
  const node = nearest(
    nodes.filter((each) => each.place),
    spot,
    () => FAR,
  );
  return node ? { do: "place", node, at: spot } : null;
}

function joined({ steps }, one, two) {
  return steps.some((step) => step.includes(one) && step.includes(two));
}

function trace(here, spot) {
  const { state } = here;
  const node = under(here, spot);
  if (!node) return { do: "field", at: here.snapped(spot) };
  if (node === state.hand) return { do: "drop" };
  return { do: state.hand && !joined(state, state.hand, node) ? "join" : "pick", node };
}

/* Two taps: what, and where to; the first only holds it. */
function twice(here, spot, made) {
  if (here.held) {
    const node = here.held;
    here.held = "";
    return made(node);
  }
  here.held = under(here, spot);
  return null;
}

const TOOLS = {
  trace,
  move: (here, spot) => twice(here, spot, (node) => ({ do: "move", node, at: spot })),
  cut: (here, spot) => {
    const to = under(here, spot);
    return twice(here, spot, (node) => (to ? { do: "cut", node, to } : null));
  },
  remove: (here, spot) => {
    const node = nearest(
      here.state.nodes.filter((each) => !each.place),
      spot,
      () => REACH.symbol,
    );
    return node ? { do: "remove", node } : null;
  },
};

function symbols({ state }, spot) {
  const node = nearest(
    state.nodes.filter((each) => !each.place),
    spot,
    () => REACH.symbol,
  );
  return node ? { do: "symbol", node } : null;
}

/** The tap that is sent; null where it only changes what the page waits for. */
export function meant(here, spot) {
  if (here.step === "places") return places(here, spot);
  if (here.step === "symbols") return symbols(here, spot);
  return here.step === "path" ? TOOLS[here.tool](here, spot) : null;
}
