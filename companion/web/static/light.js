/* Light or dark, and the language of this phone: kept in cookies, so that the host draws the page that way. */
import { keep } from "/static/cookies.js";

function switchTheme() {
  const root = document.documentElement;
  const asked = matchMedia("(prefers-color-scheme: light)").matches;
  const light = root.dataset.theme ? root.dataset.theme === "light" : asked;
  root.dataset.theme = light ? "dark" : "light";
  keep("theme", root.dataset.theme);
}

addEventListener("click", (event) => {
  const data = event.target.closest("button")?.dataset;
  if (data?.language) {
    keep("language", data.language);
    location.reload();
  } else if (data && "themeSwitch" in data) switchTheme();
});
