/* What this browser remembers between pages. Where it is set to remember nothing, for as long as the page stands. */
function opened(name) {
  try {
    const found = window[name];
    found.setItem("probe", "1");
    found.removeItem("probe");
    return found;
  } catch {
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, String(value)) };
  }
}

export const local = opened("localStorage");
export const session = opened("sessionStorage");
