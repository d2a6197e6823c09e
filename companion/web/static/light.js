/* Light or dark, and the language of this phone: kept in cookies, so that the host draws the page that way. */
function cookie(name, value) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https, and a table speaks http
  document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
}

function switchTheme() {
  const root = document.documentElement;
  const asked = matchMedia("(prefers-color-scheme: light)").matches;
  const light = root.dataset.theme ? root.dataset.theme === "light" : asked;
  root.dataset.theme = light ? "dark" : "light";
  cookie("theme", root.dataset.theme);
}

addEventListener("click", (event) => {
  const data = event.target.closest("button")?.dataset;
  if (data?.language) {
    cookie("language", data.language);
    location.reload();
  } else if (data && "themeSwitch" in data) switchTheme();
});
