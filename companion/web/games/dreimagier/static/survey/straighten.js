/* A photo taken at a slant, drawn again as seen from straight above. */
const WHOLE = 1000;

/** The map of the unit square onto four corners (clockwise from north-west): each [x, y]; gives (u, v) => [x, y]. */
export function projected([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const all = ax * by - bx * ay;
  const g = (sx * by - bx * sy) / all;
  const h = (ax * sy - sx * ay) / all;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (u, v) => {
    const far = g * u + h * v + 1;
    return [(a * u + b * v + x0) / far, (d * u + e * v + y0) / far];
  };
}

/** The pixels of a picture. */
export function pixels(image) {
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/* Between four pixels. */
function mixed(from, x, y, into, at) {
  const left = Math.min(Math.max(Math.floor(x), 0), from.width - 2);
  const top = Math.min(Math.max(Math.floor(y), 0), from.height - 2);
  const [dx, dy] = [Math.min(Math.max(x - left, 0), 1), Math.min(Math.max(y - top, 0), 1)];
  const [one, row] = [4 * (top * from.width + left), 4 * from.width];
  for (let part = 0; part < 3; part++) {
    const [p, data] = [one + part, from.data];
    const upper = data[p] * (1 - dx) + data[p + 4] * dx;
    const lower = data[p + row] * (1 - dx) + data[p + row + 4] * dx;
    into[at + part] = upper * (1 - dy) + lower * dy;
  }
  into[at + 3] = 255;
}

/** The board of a photo, its corners in thousandths of the photo, as pixels of this size. */
export function straightened(photo, corners, width, height) {
  const made = new ImageData(width, height);
  const to = projected(corners.map(([x, y]) => [(x / WHOLE) * photo.width, (y / WHOLE) * photo.height]));
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = to((column + 0.5) / width, (row + 0.5) / height);
      mixed(photo, x - 0.5, y - 0.5, made.data, 4 * (row * width + column));
    }
  return made;
}
