/* What every page does. */
import "/static/asked.js";
import "/static/clock.js";
import "/static/join.js";
import "/static/cookies.js";
import "/static/light.js";
import "/static/taps.js";

/* A form that nobody listens to yet would be sent by the browser itself, and a tap on a button be lost. */
for (const waits of document.querySelectorAll("form[inert], button[inert]")) waits.inert = false;
document.documentElement.dataset.alive = "";
