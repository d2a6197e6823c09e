/* The archive: a name is forgotten with two taps. */
import { newId, post, sentence } from "/static/requests.js";

async function forget(button) {
  if (!("sure" in button.dataset)) {
    button.dataset.sure = "";
    button.removeAttribute("aria-label");
    button.textContent = button.dataset.really;
    return;
  }
  const { forget: name, seat } = button.dataset;
  const message = { request: newId(), name, ...(seat ? { seat } : {}) };
  const { status, told } = await post("/api/forget", message).catch(() => ({ status: 0, told: {} }));
  if (status === 200) location.reload();
  else document.querySelector("[data-people] [data-fault]").textContent = sentence(told, status);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-forget]");
  if (button) forget(button);
});
