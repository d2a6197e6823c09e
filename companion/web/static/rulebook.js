/* Searching the rules: what does not contain the words is left out. Back leads to the game where one came from. */
const laws = [...document.querySelectorAll(".law, .book-term")];
const chapters = [...document.querySelectorAll(".book-chapter")];
const none = document.querySelector("[data-none]");
const field = document.querySelector("[data-search]");

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const law of laws) law.hidden = !words.every((word) => law.textContent.toLowerCase().includes(word));
  for (const chapter of chapters)
    chapter.hidden = !chapter.querySelector(".law:not([hidden]), .book-term:not([hidden])");
  none.hidden = laws.some((law) => !law.hidden);
}
field.addEventListener("input", search);
