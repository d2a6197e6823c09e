/* Cookies: a seat is held by one, so that a browser that keeps none is told before it takes a seat for nothing. */
const YEAR_S = 31536000;

/** Keeps a choice of this phone, so that the host draws the page that way. */
export function keep(name, value, seconds = YEAR_S) {
  const secure = location.protocol === "https:" ? ";secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, and a table speaks http
  document.cookie = `${name}=${value};path=/;max-age=${seconds};samesite=lax${secure}`;
}

/** Whether this browser keeps cookies. */
export function keeps() {
  try {
    keep("probe", "1", 60);
    const kept = document.cookie.includes("probe=1");
    keep("probe", "", 0);
    return kept;
  } catch {
    return false;
  }
}

function refuse(event) {
  if (!event.target.matches("[data-join]") || keeps()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const words = document.querySelector("script[data-cookies]").dataset;
  event.target.querySelector("[data-fault]").textContent = words.cookies;
}

document.addEventListener("submit", refuse, true);
