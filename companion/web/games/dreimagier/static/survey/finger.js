/* A finger on the picture: pressed, it sees what lies under it through a lens; let go, it taps.  Arrow keys move a
   cross-hair, Enter taps there.  Spots are thousandths of the surface. */
const WHOLE = 1000;
const STEP = 10;
const LENS_OFF = 20;
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const clamped = (part) => Math.min(WHOLE, Math.max(0, Math.round(part)));

function spotOf(surface, event) {
  const box = surface.getBoundingClientRect();
  return [
    clamped(((event.clientX - box.x) / box.width) * WHOLE),
    clamped(((event.clientY - box.y) / box.height) * WHOLE),
  ];
}

/* Beside the finger, never under it, never off the window. */
function lay(lens, event) {
  lens.hidden = false;
  const box = lens.getBoundingClientRect();
  const above = event.clientY - box.height - LENS_OFF;
  const left = Math.min(Math.max(event.clientX - box.width / 2, 4), innerWidth - box.width - 4);
  const right = event.clientX + 2 * LENS_OFF;
  const beside = right + box.width < innerWidth ? right : Math.max(event.clientX - box.width - 2 * LENS_OFF, 4);
  lens.style.left = `${above > 0 ? left : beside}px`;
  lens.style.top = `${Math.max(above, 4)}px`;
}

/** ``hands``: pressed(spot), moved(spot), tapped(spot), look(spot, lens), key(spot), zoomed(). */
export function finger(surface, lens, hands) {
  let pressed = null;
  let cross = [WHOLE / 2, WHOLE / 2];
  const see = (event) => {
    const spot = spotOf(surface, event);
    lay(lens, event);
    hands.look(spot, lens);
    return spot;
  };
  const over = () => {
    pressed = null;
    lens.hidden = true;
  };
  surface.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button > 0 || hands.zoomed()) return;
    pressed = event.pointerId;
    surface.setPointerCapture(pressed);
    hands.pressed(see(event));
  });
  surface.addEventListener("pointermove", (event) => {
    if (event.pointerId === pressed) hands.moved(see(event));
  });
  surface.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pressed) return;
    over();
    hands.tapped(spotOf(surface, event));
  });
  surface.addEventListener("pointercancel", over);
  surface.addEventListener("click", (event) => {
    if (hands.zoomed()) hands.tapped(spotOf(surface, event));
  });
  surface.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (way) {
      const by = event.shiftKey ? 1 : STEP;
      cross = hands.key(cross, [way[0] * by, way[1] * by]).map(clamped);
    } else if (event.key === "Enter" || event.key === " ") hands.tapped(cross, true);
    else return;
    event.preventDefault();
  });
}
