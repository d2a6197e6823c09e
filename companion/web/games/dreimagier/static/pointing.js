/* A sentence that speaks of the board makes its places and fields glow: [data-point] names them, and so does the event
   "point". They glow until something else is tapped. */

const board = document.getElementById("board");
const said = document.createElement("p");
said.className = "unseen";
said.setAttribute("role", "status");
board?.after(said);
const nodesOf = (names) =>
  names
    .split(" ")
    .map((name) => board.querySelector(`[data-node="${name}"]`))
    .filter(Boolean);

function dark() {
  for (const node of board.querySelectorAll("[data-pointed]")) node.removeAttribute("data-pointed");
  said.textContent = "";
}

function glow(names) {
  const nodes = nodesOf(names || "");
  dark();
  if (!nodes.length) return;
  for (const node of nodes) node.setAttribute("data-pointed", "");
  const called = nodes.map((node) => node.getAttribute("aria-label"));
  said.textContent = board.dataset.glows.replace("{text}", called.join("; "));
  board.scrollIntoView({ block: "nearest" });
}

/* A sheet lies over the board: it goes, and the keyboard stands on what glows. */
function uncover(names) {
  const sheet = document.querySelector("dialog[open]");
  sheet?.close();
  glow(names);
  if (sheet) nodesOf(names)[0]?.focus({ preventScroll: true });
}

if (board) {
  document.addEventListener("point", (event) => glow(event.detail));
  document.addEventListener("click", (event) => {
    const said = event.target.closest?.("[data-point]");
    if (said) uncover(said.dataset.point);
    else dark();
  });
}
