/* One setting of a new game: one of its values, several of them, or a number for each. */
const ones = (el) => [...el.querySelectorAll("[data-one]")];
const named = (el, value) => ones(el).find((each) => each.dataset.one === value);

const CHOICE = {
  read: (el) => JSON.parse(el.value),
  write: (el, value) => {
    el.value = JSON.stringify(value);
  },
  usual: (el) => JSON.parse(el.options[0].value),
  /* Greys what is barred; tells whether the choice had to give way. */
  refuse: (el, values) => {
    for (const option of el.options) option.disabled = values.includes(option.value);
    if (!el.selectedOptions[0]?.disabled) return false;
    el.value = [...el.options].find((each) => !each.disabled).value;
    return true;
  },
  label: (el, value) => [...el.options].find((each) => each.value === value)?.textContent,
};

const SEVERAL = {
  read: (el) => ones(el).flatMap((each) => (each.checked ? [JSON.parse(each.dataset.one)] : [])),
  write: (el, value) => {
    for (const each of ones(el)) each.checked = value.includes(JSON.parse(each.dataset.one));
  },
  usual: (el) => JSON.parse(el.dataset.usual),
  refuse: (el, values) => {
    const gave = ones(el).filter((each) => each.checked && values.includes(each.dataset.one));
    for (const each of ones(el)) each.disabled = values.includes(each.dataset.one);
    for (const each of gave) each.checked = false;
    return gave.length > 0;
  },
  label: (el, value) => named(el, value)?.dataset.label,
};

const NUMBERS = {
  read: (el) => Object.fromEntries(ones(el).map((each) => [JSON.parse(each.dataset.one), Number(each.value)])),
  write: (el, value) => {
    for (const each of ones(el)) each.value = value[JSON.parse(each.dataset.one)];
  },
  usual: (el) => {
    const said = JSON.parse(el.dataset.usual);
    return Object.fromEntries(
      ones(el)
        .map((each) => JSON.parse(each.dataset.one))
        .map((name) => [name, said[name]]),
    );
  },
  refuse: () => false,
  label: () => undefined,
};

const KINDS = { several: SEVERAL, numbers: NUMBERS };
const kind = (el) => KINDS[el.dataset.kind] || CHOICE;

export const read = (el) => kind(el).read(el);
export const write = (el, value) => kind(el).write(el, value);
export const usual = (el) => kind(el).usual(el);
export const label = (el, value) => kind(el).label(el, value);
export const refuse = (el, values) => kind(el).refuse(el, values);

/** What a value brings along for other settings as long as nobody chooses otherwise there. */
export const brings = (el) => JSON.parse(el.selectedOptions?.[0]?.dataset.brings || "{}");

/** The sentence of a value that is chosen from a list; the others have theirs beside them. */
export const says = (el) => el.selectedOptions?.[0]?.dataset.says;
