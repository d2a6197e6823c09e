/* The list of one's own boards: choose one, begin one, delete one (asked first). */
import { post, sentence } from "/static/requests.js";

const $ = (selector) => document.querySelector(selector);

async function ask(path, message, after) {
  const { status, told } = await post(`/survey/${path}`, message).catch(() => ({ status: 0, told: {} }));
  if (status === 200) after(told);
  else $("[data-fault]").textContent = sentence(told, status);
}

for (const button of document.querySelectorAll("[data-choose]"))
  button.addEventListener("click", () =>
    ask("choose", { name: button.dataset.choose || null }, () => location.reload()),
  );
for (const button of document.querySelectorAll("[data-drop]"))
  button.addEventListener("click", () => {
    if (button.dataset.really) {
      button.textContent = button.dataset.really;
      delete button.dataset.really;
    } else ask("drop", { name: button.dataset.drop }, () => location.reload());
  });
$("[data-begin]")?.addEventListener("submit", (event) => {
  event.preventDefault();
  ask("begin", { name: $("#y-name").value }, ({ path }) => location.assign(path));
});
