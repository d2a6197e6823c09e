/* Live pages: a stream of fragments, taps that work once, and a watchdog.  Knows no game.

   The server sends whole fragments with a hash; only changed ones are put in.  The stream is read with fetch, because its
   heartbeat is a comment and an EventSource would not tell of it.  A page without [data-stream] has no stream. */
"use strict";
(() => {
  const body = document.body;
  const byId = (id) => document.getElementById(id);
  const SILENT_MS = 1700, SETTLE_MS = 380;
  let seq = Number(body.dataset.seq || 0), table = body.dataset.table || "";
  let failed = 0, busy = false, lastTap = -1e9, lastByte = performance.now(), stream = null, opened = 0;
  const waiting = [];

  /* ---- fragments ---- */
  const keyOf = (el) => el && (el.dataset.key || el.dataset.node || el.id || null);
  function swap(part, fragment) {
    const held = part.contains(document.activeElement) ? keyOf(document.activeElement) || "?" : null;
    const open = [...part.querySelectorAll("details[open][data-key]")].map((d) => d.dataset.key);
    part.innerHTML = fragment.html;
    part.dataset.hash = fragment.hash;
    open.forEach((key) => part.querySelector(`details[data-key="${key}"]`)?.setAttribute("open", ""));
    if (!held) return;
    const again = [...part.querySelectorAll("button, a, [tabindex]")].find((el) => keyOf(el) === held && !el.disabled);
    (again || part.querySelector("button:not(:disabled), a") || focusable(part)).focus({ preventScroll: true });
  }
  function focusable(part) { part.tabIndex = -1; return part; }
  /* The stream is in order and always right.  An answer that was fetched may be overtaken by it: then it is old news. */
  function apply(news, fetched = false) {
    if (news.table && table && news.table !== table) return location.reload();
    if (fetched && news.seq <= seq) return undefined;
    if (news.table) table = news.table;
    seq = news.seq;
    body.dataset.seq = seq;
    const changed = [];
    for (const [id, fragment] of Object.entries(news.fragments)) {
      const part = byId(id);
      if (part && part.dataset.hash !== fragment.hash) { swap(part, fragment); changed.push(id); }
    }
    if (changed.length) document.dispatchEvent(new CustomEvent("parts", { detail: changed }));
    while (waiting.length && waiting[0].seq <= seq) waiting.shift().done();
    return undefined;
  }
  async function fetchParts() {
    const answer = await fetch(`/fragments?page=${body.dataset.page}`, { cache: "no-store" });
    if (answer.ok) apply(await answer.json(), true);
  }

  /* ---- the stream and its watchdog ---- */
  function offline(lost) {
    body.toggleAttribute("data-offline", lost);
    const banner = document.querySelector("[data-banner]");
    if (banner) banner.hidden = !lost;
    document.querySelectorAll("body > main, body > footer, dialog").forEach((el) => { el.inert = lost; });
  }
  async function listen() {
    stream?.abort();
    const mine = (stream = new AbortController());
    opened = performance.now();
    try {
      const answer = await fetch(`/live?page=${body.dataset.page}`, { signal: mine.signal, cache: "no-store", headers: { Accept: "text/event-stream" } });
      if (!answer.ok) throw new Error(String(answer.status));
      failed = 0;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done || mine !== stream) break;
        lastByte = performance.now();
        if (body.hasAttribute("data-offline")) offline(false);
        text += value;
        const events = text.split("\n\n");
        text = events.pop();
        for (const event of events) if (take(event) === "replaced") return;
      }
    } catch {
      /* Silence is what the watchdog acts on; a host that refuses twice running is known to be gone before that. */
      if (mine === stream && ++failed >= 2) offline(true);
    }
    if (mine === stream) setTimeout(() => mine === stream && listen(), 600);
  }
  function take(event) {
    const lines = event.split("\n");
    const name = (lines.find((l) => l.startsWith("event:")) || "").slice(6).trim();
    const data = lines.filter((l) => l.startsWith("data:")).map((l) => l.slice(5).trimStart()).join("\n");
    if (name === "fragments") apply(JSON.parse(data));
    if (name === "replaced") { body.dataset.replaced = ""; offline(true); }
    return name;
  }
  function watch() {
    if ("replaced" in body.dataset) return;
    const now = performance.now();
    if (now - lastByte > SILENT_MS) {
      offline(true);
      if (now - opened > 3000) listen();
    }
  }
  function wake() {
    if (document.visibilityState !== "visible") return;
    delete body.dataset.replaced;
    listen();
  }
  if ("stream" in body.dataset) {
    listen();
    setInterval(watch, 150);
    document.addEventListener("visibilitychange", wake);
    addEventListener("pageshow", (event) => event.persisted && wake());
    addEventListener("online", wake);
  }

  /* ---- taps ---- */
  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
  async function post(path, message) {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) });
    const told = await answer.json().catch(() => ({}));
    return { status: answer.status, told };
  }
  const reached = (wanted) => seq >= wanted ? Promise.resolve() : new Promise((done) => {
    waiting.push({ seq: wanted, done });
    setTimeout(() => (seq < wanted ? fetchParts().catch(() => {}) : Promise.resolve()).finally(done), 700);
  });
  /* One tap: one message with one request id.  A stale answer brings the present state; the tap counts again only when the
     very same question still stands for this seat. */
  async function send(path, message, context) {
    const now = performance.now();
    if (busy || now - lastTap < SETTLE_MS || body.hasAttribute("data-offline")) return null;
    busy = true; lastTap = now; body.dataset.busy = "";
    hideWhy();
    const question = context?.question;
    const full = { seq, request: newId(), ...message };
    try {
      let { status, told } = await post(path, full);
      if (status === 409 && told.state) {
        const same = question && told.state.question?.[full.seat] === question;
        if (same) ({ status, told } = await post(path, { ...full, seq: told.seq, request: newId() }));
      }
      if (status === 422 || status === 403 || status === 400) showWhy(told.refusal || { rule: "", text: told.error || told.text || String(status) });
      if (typeof told.seq === "number" && status !== 422) await reached(told.seq);
      if (status === 409) await fetchParts();
      return { status, told };
    } catch {
      lastByte = -1e9; watch();
      return null;
    } finally {
      setTimeout(() => { busy = false; delete body.dataset.busy; }, Math.max(0, SETTLE_MS - (performance.now() - lastTap)));
    }
  }
  const around = (el) => el.closest("[data-question]")?.dataset || el.closest("[data-seat]")?.dataset || {};
  const act = (action, at) => send("/api/act", { seat: at.seat, question: at.question, action }, at);

  /* ---- why not ---- */
  const why = document.querySelector("[data-why]");
  function showWhy(refusal) {
    if (!why || !refusal) return;
    why.querySelector("[data-rule]").textContent = refusal.rule || "";
    why.querySelector("[data-text]").textContent = refusal.text || "";
    why.hidden = false;
  }
  function hideWhy() { if (why) why.hidden = true; }
  async function askWhy(action, at) {
    hideWhy();
    const { told } = await post("/api/why", { seat: at.seat || null, action }).catch(() => ({ told: {} }));
    showWhy(told.refusal);
  }

  addEventListener("click", async (event) => {
    const el = event.target.closest("button, [data-open]");
    if (!el || el.disabled) return;
    const data = el.dataset;
    if (data.act) act(JSON.parse(data.act), around(el));
    else if (data.post) {
      el.closest("dialog")?.close();
      send(data.post, { seat: around(el).seat, ...JSON.parse(data.body || "{}") }, around(el));
    }
    else if (data.open) byId(data.open)?.showModal();
    else if ("close" in data) el.closest("dialog")?.close();
    else if ("closeWhy" in data) hideWhy();
    else if (data.language) { cookie("language", data.language); location.reload(); }
    else if ("themeSwitch" in data) switchTheme();
  });
  document.querySelectorAll("dialog").forEach((sheet) => sheet.addEventListener("click", (event) => event.target === sheet && sheet.close()));

  /* ---- light, language ---- */
  function cookie(name, value) { document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`; }
  function switchTheme() {
    const root = document.documentElement;
    const light = root.dataset.theme ? root.dataset.theme === "light" : matchMedia("(prefers-color-scheme: light)").matches;
    root.dataset.theme = light ? "dark" : "light";
    cookie("theme", root.dataset.theme);
  }

  /* ---- taking a seat, a new game ---- */
  const join = document.querySelector("[data-join]");
  join?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fault = join.querySelector("[data-fault]"), words = fault.dataset, field = join.elements;
    const code = field.code.value.trim().toUpperCase();
    const wanted = "one" in join.dataset
      ? [...join.querySelectorAll("input.name")].map((input) => ({ seat: input.dataset.seat, name: input.value.trim() || input.defaultValue }))
      : [{ seat: new FormData(join).get("seat"), name: field.name.value.trim() }];
    fault.textContent = code.length !== 4 ? words.code : wanted.some((w) => !w.name) ? words.name : "";
    if (fault.textContent || busy) return;
    busy = true;
    try {
      let waits = false;
      for (const each of wanted) {
        const { status, told } = await post("/api/join", { code, ...each });
        if (status >= 400) {
          fault.textContent = status === 429 ? words.many : status === 403 ? words.code : told.refusal?.text || told.error || words.code;
          return;
        }
        waits = waits || Boolean(told.waiting);
      }
      if (waits) { fault.textContent = words.waiting; join.dataset.waits = ""; await granted(); }
      location.assign("/play");
    } catch { fault.textContent = words.lost; } finally { busy = false; }
  });
  async function granted() {
    for (;;) {
      await new Promise((done) => setTimeout(done, 1000));
      const answer = await fetch("/play", { redirect: "manual", cache: "no-store" }).catch(() => null);
      if (answer && answer.ok) return;
    }
  }
  document.querySelector("[data-new]")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target, fault = form.querySelector("[data-fault]");
    const { status, told } = await post("/api/new", { seq, request: newId(), seat: form.dataset.seat });
    if (status >= 400) fault.textContent = told.refusal?.text || told.error || String(status);
    else location.assign("/play");
  });

  window.companion = { act, askWhy, refresh: fetchParts, around, showWhy, hideWhy, busy: () => busy };
})();
