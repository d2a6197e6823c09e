/* Sharing and printing the result; what the sheets do stands in modules of their own. */
import "/static/painted.js";
import "/static/wizard/judge.js";
import "/static/wizard/note.js";

async function share(link) {
  const text = await fetch(link.href).then((answer) => answer.text());
  await navigator.share({ text });
}

document.addEventListener("click", (event) => {
  const el = event.target.closest("[data-print], [data-share]");
  if (!el) return;
  if ("print" in el.dataset) print();
  else if (navigator.share) {
    event.preventDefault();
    share(el).catch(() => {});
  }
});
