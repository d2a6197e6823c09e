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

/* A board file: taken, or every fault of it told. */
async function bring(input) {
  const toml = await input.files[0].text();
  input.value = "";
  const list = $("[data-bring-faults]");
  list.replaceChildren();
  $("[data-brought]").hidden = true;
  ask("bring", { toml }, ({ refused, faults }) => {
    $("[data-fault]").textContent = refused || "";
    $("[data-brought]").hidden = Boolean(refused);
    for (const fault of faults || []) {
      const line = document.createElement("li");
      line.textContent = fault;
      list.append(line);
    }
  });
}
$("[data-bring]")?.addEventListener("change", ({ target }) => target.files.length && bring(target));
