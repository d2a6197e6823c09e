/* The set-up page: a test of everything, a new game, the lamp map, pictures, a copy to restore. */
"use strict";
(() => {
  const $ = (selector, within = document) => within.querySelector(selector);
  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
  async function post(path, message) {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ request: newId(), ...message }) }).catch(() => null);
    const told = answer ? await answer.json().catch(() => ({})) : {};
    return { ok: Boolean(answer?.ok), told, why: told.refusal?.text || told.error || String(answer?.status || "–") };
  }
  const state = () => fetch("/api/state", { cache: "no-store" }).then((answer) => answer.json());
  const submit = (selector, act) => $(selector)?.addEventListener("submit", (event) => { event.preventDefault(); act(event.target); });

  /* ---- a new game ---- */
  submit("[data-new-game]", async (form) => {
    const settings = {};
    for (const each of form.querySelectorAll("[data-setting]")) if (each.value) settings[each.dataset.setting] = JSON.parse(each.value);
    const now = await state(), fault = $("[data-fault]", form);
    const message = { seq: now.seq, options: { ruleset: form.elements.ruleset.value, settings, seats: now.view.seats } };
    const { ok, told, why } = await post("/api/new", form.dataset.seat ? { ...message, seat: form.dataset.seat } : message);
    if (!ok) fault.textContent = why;
    else if (told.state.ask?.type === "new") fault.textContent = form.dataset.waits;
    else location.assign(form.dataset.seat ? "/play" : "/");
  });

  /* ---- everything is tried once ---- */
  $("[data-test-all]")?.addEventListener("click", async () => {
    const list = $("[data-results]"), words = list.dataset;
    list.hidden = false; list.replaceChildren();
    const say = (what, how, more = "") => {
      const line = document.createElement("li");
      line.dataset.how = how;
      line.textContent = `${words[what] || what}: ${words[how] || how}${more ? ` (${more})` : ""}`;
      list.append(line);
    };
    const health = await fetch("/health", { cache: "no-store" }).then((answer) => answer.json()).catch(() => null);
    say("host", health ? "ok" : "bad", health?.version);
    for (const device of ["vision", "firmware"]) {
      const part = health?.[device] || { state: "absent" };
      say(device, part.state === "ok" ? "ok" : part.state === "absent" ? "none" : "bad", part.detail || part.backend || "");
    }
    say("stream", await heard() ? "ok" : "bad");
    say("secure", window.isSecureContext ? "ok" : "secureNo");
    list.dataset.done = "";
  });
  async function heard() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), 3000);
    try {
      const answer = await fetch("/live?page=table", { signal: stop.signal });
      return Boolean((await answer.body.getReader().read()).value);
    } catch { return false; } finally { clearTimeout(timer); stop.abort(); }
  }

  /* ---- pictures ---- */
  $("[data-delete-pictures]")?.addEventListener("click", async ({ target }) => {
    const { ok } = await post("/api/pictures/delete", target.dataset.seat ? { seat: target.dataset.seat } : {});
    const told = $("[data-pictures]");
    if (ok) { told.textContent = told.dataset.empty; $(".lastpicture")?.remove(); }
  });

  /* ---- the owner, and a copy to restore ---- */
  submit("[data-owner]", async (form) => {
    const { ok } = await post("/api/host", { token: $("input", form).value.trim() });
    if (ok) location.reload();
    else $("[data-fault]", form).textContent = $("[data-fault]", form).dataset.bad;
  });
  $("[data-restore-file]")?.addEventListener("change", async ({ target }) => {
    const fault = $("[data-restore] [data-fault]");
    const { ok, why } = await post("/api/import", { record: await target.files[0].text() });
    target.value = "";
    fault.textContent = ok ? fault.dataset.done : why;
  });

  /* ---- the lamp map: one lamp glows, its place is tapped ---- */
  const mapping = $("[data-mapping]");
  if (!mapping) return;
  const found = new Map(), board = $("#board");
  let lamp = 0, waits = false;
  /* Says which lamp glows only once the host knows; a tap before that would belong to another lamp. */
  async function glow() {
    const now = $("[data-mapping-now]");
    draw();
    waits = true;
    await post("/api/lamps/glow", { lamp });
    waits = false;
    now.textContent = now.dataset.words.replace("{lamp}", lamp + 1);
  }
  function draw() {
    const lit = new Set(found.values());
    board.querySelectorAll("[data-node]").forEach((el) => {
      el.dataset.roles = lit.has(el.dataset.node) ? "chosen" : "";
      el.tabIndex = 0;
      el.removeAttribute("aria-disabled");
    });
  }
  function chosen(el) { if (el && !waits) { found.set(lamp, el.dataset.node); lamp += 1; glow(); } }
  $("[data-map-start]").addEventListener("click", ({ target }) => { target.hidden = true; mapping.hidden = false; glow(); });
  board.addEventListener("click", (event) => chosen(event.target.closest("[data-node]")));
  board.addEventListener("keydown", (event) => { if (event.key === "Enter") chosen(event.target.closest("[data-node]")); });
  $("[data-map-skip]").addEventListener("click", () => { if (!waits) { found.delete(lamp); lamp += 1; glow(); } });
  $("[data-map-back]").addEventListener("click", () => { if (!waits) { lamp = Math.max(0, lamp - 1); found.delete(lamp); glow(); } });
  $("[data-map-save]").addEventListener("click", async () => {
    const lamps = {}, fault = $("[data-map-fault]");
    for (const [number, node] of found) (lamps[node] ||= []).push(number);
    const { ok, why } = await post("/api/lamps", { lamps });
    fault.textContent = ok ? fault.dataset.done : why;
    if (ok) { mapping.hidden = true; $("[data-map-start]").hidden = false; lamp = 0; found.clear(); }
  });
})();
