/* For browsers that cannot read the other scripts, and for pages whose scripts did not come: the line that says so at
   once (the style sheet shows it later by itself), no form that sends itself, and a table page that still renews
   itself. Written so that any browser can read it. */
var OLD_RENEWS_MS = 5000;

function scriptsLive() {
  return document.documentElement.getAttribute("data-alive") !== null && Boolean(window.HTMLDialogElement);
}

/* What waited for the scripts answers a tap at least with the line. */
function wakeForms() {
  var waiting = document.querySelectorAll("[inert]");
  var number = 0;
  for (number = 0; number < waiting.length; number += 1) waiting[number].removeAttribute("inert");
}

function renewOld() {
  location.reload();
}

function tellOld() {
  if (scriptsLive() || document.documentElement.getAttribute("data-old") !== null) return;
  document.documentElement.setAttribute("data-old", "");
  wakeForms();
  if (document.body.getAttribute("data-page") === "table") setTimeout(renewOld, OLD_RENEWS_MS);
}

function keepForm(event) {
  if (scriptsLive()) return;
  event.preventDefault();
  tellOld();
}

function lookSoon() {
  setTimeout(tellOld, 0);
}

document.addEventListener("submit", keepForm);
if (document.readyState === "complete") lookSoon();
else window.addEventListener("load", lookSoon);
