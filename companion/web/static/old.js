/* For browsers that cannot read the other scripts, and for pages whose scripts did not come: one honest line, no form
   that sends itself, and a table page that still renews itself. Written so that any browser can read it. */
(function () {
  var words = document.querySelector("script[data-old]");
  var told = false;

  function alive() {
    return document.documentElement.getAttribute("data-alive") !== null && Boolean(window.HTMLDialogElement);
  }

  /* What waited for the scripts answers a tap at least with the line. */
  function wake() {
    var waiting = document.querySelectorAll("[inert]");
    for (var i = 0; i < waiting.length; i += 1) waiting[i].removeAttribute("inert");
  }

  function tell() {
    if (told || alive()) return;
    told = true;
    wake();
    var line = document.createElement("p");
    line.className = "banner";
    line.setAttribute("role", "alert");
    line.setAttribute("data-too-old", "");
    line.appendChild(document.createTextNode(words.getAttribute("data-old")));
    document.body.insertBefore(line, document.body.firstChild);
    if (document.body.getAttribute("data-page") === "table") {
      setTimeout(function () {
        location.reload();
      }, 5000);
    }
  }

  document.addEventListener("submit", function (event) {
    if (alive()) return;
    event.preventDefault();
    tell();
    document.querySelector("[data-too-old]").scrollIntoView();
  });
  if (document.readyState === "complete") setTimeout(tell, 0);
  else
    window.addEventListener("load", function () {
      setTimeout(tell, 0);
    });
})();
