/* What a phone does besides showing: sound, vibration, a screen that stays awake.  Each is off until it is tapped on, is
   remembered on this phone alone, and says so where the browser does not allow it.  Sounds are made here, not loaded. */
"use strict";
(() => {
  const bell = document.querySelector("[data-sound]");
  const switches = new Map([...document.querySelectorAll("[data-sense]")].map((el) => [el.dataset.sense, el]));
  const on = (sense) => localStorage.getItem(`sense-${sense}`) === "on";
  const may = { sound: "AudioContext" in window, buzz: "vibrate" in navigator, awake: "wakeLock" in navigator };
  let audio = null, lock = null;

  /* ---- sounds: wood, strings and a gong, all short ---- */
  function tone(at, pitch, long, loud = 0.14, form = "triangle", to = pitch) {
    const source = audio.createOscillator(), gain = audio.createGain();
    source.type = form;
    source.frequency.setValueAtTime(pitch, at);
    source.frequency.exponentialRampToValueAtTime(to, at + long);
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + long);
    source.connect(gain).connect(audio.destination);
    source.start(at); source.stop(at + long + 0.02);
  }
  function knock(at, pitch) {
    const length = Math.round(audio.sampleRate * 0.05), buffer = audio.createBuffer(1, length, audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
    const source = audio.createBufferSource(), body = audio.createBiquadFilter(), gain = audio.createGain();
    source.buffer = buffer; body.type = "bandpass"; body.frequency.value = pitch; body.Q.value = 6; gain.gain.value = 0.9;
    source.connect(body).connect(gain).connect(audio.destination);
    source.start(at);
  }
  const pluck = (at, ...notes) => notes.forEach((note, number) => tone(at + number * 0.11, note, 0.4));
  const SOUNDS = {
    won: (at) => pluck(at, 523, 659, 784, 1047, 1319),
    "duel-won": (at) => pluck(at, 392, 523, 784),
    "duel-opened": (at) => { tone(at, 98, 1.1, 0.2, "sine", 92); tone(at, 147, 0.9, 0.08, "sine"); },
    banished: (at) => tone(at, 330, 0.6, 0.12, "triangle", 110),
    "card-taken": (at) => pluck(at, 659, 880),
    "stone-gained": (at) => tone(at, 131, 0.5, 0.2),
    transported: (at) => tone(at, 440, 0.5, 0.1, "sine", 1320),
    correction: (at) => pluck(at, 587, 440),
    spoilt: (at) => knock(at, 300),
    thrown: (at) => [0, 0.06, 0.13, 0.17].forEach((wait, number) => knock(at + wait, [1400, 1900, 1100, 1600][number])),
    mine: (at) => pluck(at, 523, 784),
  };
  function play(name) {
    if (!audio || audio.state !== "running") return;
    document.documentElement.dataset.sounded = name;
    SOUNDS[name](audio.currentTime + 0.01);
  }
  async function listen() {
    audio = audio || new AudioContext();
    await audio.resume();
  }
  function silence() { audio?.close(); audio = null; }

  /* ---- a screen that stays awake ---- */
  async function awake() {
    if (!on("awake") || !may.awake || document.visibilityState !== "visible") return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }

  /* ---- switches ---- */
  function show() {
    bell?.setAttribute("aria-pressed", String(on("sound")));
    for (const [sense, button] of switches) {
      button.setAttribute("aria-pressed", String(on(sense) && may[sense]));
      button.disabled = !may[sense];
      const cannot = document.querySelector(`[data-cannot="${sense}"]`);
      if (cannot) cannot.hidden = may[sense];
    }
  }
  async function turn(sense) {
    localStorage.setItem(`sense-${sense}`, on(sense) ? "off" : "on");
    if (sense === "sound") { if (on(sense)) { await listen(); play("mine"); } else silence(); }
    if (sense === "buzz" && on(sense)) navigator.vibrate?.(60);
    if (sense === "awake") { if (on(sense)) await awake(); else { lock?.release(); lock = null; } }
    show();
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (on("sound") && (!audio || audio.state !== "running") && button !== bell) listen();
    if (button && button === bell) turn("sound");
    else if (button?.dataset.sense) turn(button.dataset.sense);
    else if (button && "leave" in button.dataset) leave(button);
  });
  document.addEventListener("visibilitychange", awake);

  /* ---- giving a seat up takes two taps ---- */
  async function leave(button) {
    if (!("sure" in button.dataset)) {
      button.dataset.sure = "";
      button.textContent = button.dataset.really;
      return;
    }
    const message = { request: [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16)).join("."), seat: button.dataset.leave };
    const answer = await fetch("/api/leave", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message) }).catch(() => null);
    if (answer?.ok) location.assign("/");
  }

  /* ---- what just happened ---- */
  let heard = null, mine = null;
  function news() {
    const told = document.querySelector("[data-sounds]");
    if (!told) return;
    const at = told.dataset.at, now = told.dataset.mine === "1";
    if (heard !== null && at !== heard) {
      const happened = JSON.parse(told.dataset.sounds);
      const name = Object.keys(SOUNDS).find((each) => happened.includes(each));
      if (name) play(name);
      if (now && !mine) setTimeout(() => play("mine"), name ? 700 : 0);
      if (now && !mine && on("buzz")) navigator.vibrate?.([60, 80, 60]);
    }
    heard = at; mine = now;
  }
  document.addEventListener("parts", news);
  news(); show(); awake();
})();
