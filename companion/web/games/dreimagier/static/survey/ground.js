/* What lies under the taps: the photo as it is, the photo straightened, or plain parchment. */
import { slabs } from "./blobs.js";
import { pixels, straightened } from "./straighten.js";

export const WIDTH = 1000;

function loaded(source) {
  const image = new Image();
  image.src = source;
  return image.decode().then(() => image);
}

/** Keeps what was made of a photo until it or its corners change. */
export class Ground {
  constructor(canvas) {
    this.canvas = canvas;
    this.known = { photo: "", image: null, raw: null, key: "", straight: null, slabs: [] };
  }

  async photo(path, mark) {
    if (this.known.photo !== mark) {
      const image = await loaded(`${path}/photo?${mark}`);
      this.known = { ...this.known, photo: mark, image, raw: pixels(image), key: "" };
    }
    return this.known;
  }

  /** The photo as it was taken; gives its height in parts of its width. */
  async showPhoto(path, state) {
    const { image } = await this.photo(path, state.photo);
    this.size(image.naturalHeight / image.naturalWidth);
    this.canvas.getContext("2d").drawImage(image, 0, 0, this.canvas.width, this.canvas.height);
    return this.canvas.height / WIDTH;
  }

  /** The board from above; gives its height in parts of its width. */
  async showBoard(path, state) {
    const ratio = state.size[1] / state.size[0];
    this.size(ratio);
    if (state.photo && state.corners.length) await this.straight(path, state);
    else this.plain();
    return ratio;
  }

  async straight(path, state) {
    const known = await this.photo(path, state.photo);
    const key = JSON.stringify([state.photo, state.corners, state.size]);
    if (known.key !== key) {
      const made = straightened(known.raw, state.corners, this.canvas.width, this.canvas.height);
      this.known = { ...known, key, straight: made, slabs: slabs(made) };
    }
    this.canvas.getContext("2d").putImageData(this.known.straight, 0, 0);
  }

  plain() {
    const pen = this.canvas.getContext("2d");
    pen.fillStyle = getComputedStyle(this.canvas).getPropertyValue("--y-ground").trim() || "#e6d7b6";
    pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.known = { ...this.known, key: "", straight: null, slabs: [] };
  }

  size(ratio) {
    this.canvas.width = WIDTH;
    this.canvas.height = Math.round(WIDTH * ratio);
  }

  /** What lies around a spot, three times as large, with a cross-hair. */
  look([x, y], lens, nodes) {
    const pen = lens.getContext("2d");
    const [side, seen] = [lens.width, 120];
    const [left, top] = [(x / 1000) * this.canvas.width - seen / 2, (y / 1000) * this.canvas.height - seen / 2];
    pen.fillStyle = "#14110f";
    pen.fillRect(0, 0, side, side);
    pen.drawImage(this.canvas, left, top, seen, seen, 0, 0, side, side);
    pen.lineWidth = 3;
    for (const [nx, ny, radius] of nodes) {
      const [px, py] = [(nx / 1000) * this.canvas.width - left, (ny / 1000) * this.canvas.height - top];
      pen.strokeStyle = "#b3392f";
      pen.beginPath();
      pen.arc((px * side) / seen, (py * side) / seen, (radius * side) / seen, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.strokeStyle = "#f0d28a";
    pen.beginPath();
    pen.moveTo(side / 2, side / 2 - 40);
    pen.lineTo(side / 2, side / 2 + 40);
    pen.moveTo(side / 2 - 40, side / 2);
    pen.lineTo(side / 2 + 40, side / 2);
    pen.stroke();
  }
}
