/* Slabs in a straightened picture: patches of one tone, as large as a field may be, that end all round.

   Only a suggestion: what is no patch is left where the finger was. */
const REACH = 45; /* thousandths of the board's width; half the window that is looked at */
const LEAST = 170;
const MOST = 3400;
const TOLERANCES = [22, 34, 50];
const GRID = 16;
const APART = 22;

/* The tone around a pixel. */
function tone({ data, width }, x, y) {
  const sum = [0, 0, 0];
  for (let row = y - 2; row <= y + 2; row++)
    for (let column = x - 2; column <= x + 2; column++)
      for (let part = 0; part < 3; part++) sum[part] += data[4 * (row * width + column) + part] / 25;
  return sum;
}

const differs = ({ data }, at, [r, g, b]) =>
  Math.max(Math.abs(data[4 * at] - r), Math.abs(data[4 * at + 1] - g), Math.abs(data[4 * at + 2] - b));

/* The patch that a pixel belongs to: its middle, or nothing where it is too small, too large, or goes on. */
function patch(picture, x, y, tolerance) {
  const wanted = tone(picture, x, y);
  const { width } = picture;
  const seen = new Set([y * width + x]);
  const edge = [y * width + x];
  let [sumX, sumY, count] = [0, 0, 0];
  while (edge.length) {
    const at = edge.pop();
    const [px, py] = [at % width, Math.floor(at / width)];
    if (Math.abs(px - x) >= REACH || Math.abs(py - y) >= REACH || count > MOST) return null;
    sumX += px;
    sumY += py;
    count++;
    for (const next of [at - 1, at + 1, at - width, at + width])
      if (!seen.has(next)) {
        seen.add(next);
        if (differs(picture, next, wanted) <= tolerance) edge.push(next);
      }
  }
  return count >= LEAST ? [Math.round(sumX / count), Math.round(sumY / count)] : null;
}

const inside = ({ width, height }, x, y) => x > REACH && y > REACH && x < width - REACH && y < height - REACH;

/** The middle of the slab under a pixel, null where there is none to be sure of. */
export function slabAt(picture, x, y) {
  if (!inside(picture, x, y)) return null;
  for (const tolerance of TOLERANCES) {
    const found = patch(picture, x, y, tolerance);
    if (found) return found;
  }
  return null;
}

/** All that look like slabs, each once. */
export function slabs(picture) {
  const found = [];
  for (let y = REACH + 1; y < picture.height - REACH; y += GRID)
    for (let x = REACH + 1; x < picture.width - REACH; x += GRID) {
      const middle = patch(picture, x, y, TOLERANCES[0]);
      if (middle && found.every(([a, b]) => Math.hypot(a - middle[0], b - middle[1]) > APART)) found.push(middle);
    }
  return found;
}
