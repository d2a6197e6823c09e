/* One message to the host. */
const ID_BYTES = 12;

/** A request id of its own for each tap. */
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))].map((n) => n.toString(16).padStart(2, "0")).join("");

/** Sends a message; gives status and the decoded answer ({} where it is none). Throws where the host is not reached. */
export async function post(path, message) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(message),
  });
  const told = await answer.json().catch(() => ({}));
  return { status: answer.status, told };
}

/** What the host says to people of a message that it did not take. */
export const sentence = (told, status) =>
  told.refusal?.text || told.said || told.error || told.text || String(status || "–");
