/* The next question comes into view by itself; a banner above it may scroll away, what must be put back does not. */

const main = document.querySelector(".seatpage main");
const question = () => document.querySelector("#actions .actions")?.dataset.question || "";
let shown = "";

function top() {
  const referee = document.getElementById("referee");
  return referee?.getClientRects().length && referee.offsetHeight > 0 ? referee : main.querySelector(".first");
}

export function show(anew = false) {
  const now = question();
  if (now && (anew === true || now !== shown)) {
    const target = top();
    main.scrollTop += target.getBoundingClientRect().top - main.getBoundingClientRect().top;
  }
  shown = now;
}

if (main) {
  document.addEventListener("parts", show);
  show();
}
