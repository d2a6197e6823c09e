/* What a lifted tower showed is seen once, by the pages that are open (V3): it stands until the next one comes, or for
   a while, in the middle of the ring where no tap goes. */
const SHOWN_MS = 15000;
let timer = 0;

function box() {
  const found = document.querySelector("[data-passing]");
  if (found) return found;
  const made = document.createElement("div");
  made.className = "tu-passing";
  made.dataset.passing = "";
  made.setAttribute("role", "status");
  (document.querySelector(".tu-box") || document.body).append(made);
  return made;
}

function hide() {
  clearTimeout(timer);
  box().replaceChildren();
  box().hidden = true;
}

function show(said) {
  const lines = said.map((text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  });
  box().replaceChildren(...lines);
  box().hidden = false;
  clearTimeout(timer);
  timer = setTimeout(hide, SHOWN_MS);
}

document.addEventListener("passing", ({ detail }) => detail.said.length && show(detail.said));
