/* What every page does. */
import "/static/join.js";
import "/static/light.js";
import "/static/taps.js";

/* A form that nobody listens to yet would be sent by the browser itself. */
for (const form of document.querySelectorAll("form[inert]")) form.inert = false;
