/* The list of one's own boxes: choose one, delete one (asked first). */
import { post, sentence } from "/static/requests.js";

const fault = document.querySelector("[data-fault]");

async function ask(path, message) {
  const { status, told } = await post(`/box/${path}`, message).catch(() => ({ status: 0, told: {} }));
  if (status === 200) location.reload();
  else fault.textContent = sentence(told, status);
}

for (const button of document.querySelectorAll("[data-choose]"))
  button.addEventListener("click", () => ask("choose", { name: button.dataset.choose || null }));
for (const button of document.querySelectorAll("[data-drop]"))
  button.addEventListener("click", () => {
    if (button.dataset.really) {
      button.textContent = button.dataset.really;
      delete button.dataset.really;
    } else ask("drop", { name: button.dataset.drop });
  });
