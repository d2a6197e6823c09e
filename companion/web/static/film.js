/* A film of our own in which nothing is seen or heard: a phone that plays one keeps its screen on, also over plain
   http. It has sound, is not muted, stands within the page and does not loop by itself, since browsers let the screen
   go dark over films that are only ornament. */
const KINDS = { mp4: 'video/mp4; codecs="avc1.42C00A, mp4a.40.2"', webm: 'video/webm; codecs="vp8, opus"' };
const END_S = 1;
const probe = document.createElement("video");
let film = null;

/** Whether this browser plays one of its kinds. */
export const may = Object.values(KINDS).some((kind) => probe.canPlayType?.(kind));

/** Whether it runs. */
export const plays = () => Boolean(film) && !film.paused;

function made() {
  const found = document.createElement("video");
  found.className = "film";
  found.playsInline = true;
  found.disableRemotePlayback = true;
  found.tabIndex = -1;
  found.setAttribute("aria-hidden", "true");
  for (const [name, type] of Object.entries(KINDS)) {
    const source = document.createElement("source");
    Object.assign(source, { src: `/film.${name}`, type });
    found.append(source);
  }
  found.addEventListener("timeupdate", () => {
    if (found.currentTime > found.duration - END_S) found.currentTime = 0;
  });
  found.addEventListener("ended", () => found.play().catch(() => {}));
  document.body.append(found);
  return found;
}

/** Starts it, which needs a tap; tells whether it runs. */
export async function play() {
  film = film || made();
  return film.play().then(
    () => true,
    () => false,
  );
}

export function stop() {
  film?.remove();
  film?.pause();
  film = null;
}
