/* A drawing to send on is painted into a picture: what people send each other in shows no SVG. Without this script, and
   where it cannot be painted, the link gives the drawing itself. */
const WIDE = 1200;

const loaded = (address) =>
  new Promise((done, failed) => {
    const image = new Image();
    image.addEventListener("load", () => done(image));
    image.addEventListener("error", failed);
    image.src = address;
  });

async function painted(address) {
  const image = await loaded(address);
  const canvas = document.createElement("canvas");
  const fine = Math.max(1, WIDE / image.naturalWidth);
  canvas.width = Math.round(fine * image.naturalWidth);
  canvas.height = Math.round(fine * image.naturalHeight);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((made) => (made ? done(made) : failed()), "image/png"));
}

function give(href, name) {
  const link = Object.assign(document.createElement("a"), { href, download: name });
  link.click();
}

async function send(drawing) {
  const name = drawing.pathname.split("/").pop();
  try {
    const address = URL.createObjectURL(await painted(drawing.href));
    give(address, name.replace(/svg$/, "png"));
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch {
    give(drawing.href, name);
  }
}

document.addEventListener("click", (event) => {
  const drawing = event.target.closest("a[data-paint]");
  if (!drawing) return;
  event.preventDefault();
  send(drawing);
});
