/** Yields every value of a document, with the keys that lead to it. */
export function* placesIn(value, keys = []) {
  yield { keys, value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* placesIn(inner, [...keys, key]);
}

/** A copy of a document in which `edit` has changed the object or array that contains a place. */
function withEdit(document, keys, edit) {
  const copy = structuredClone(document);
  const container = keys.slice(0, -1).reduce((value, key) => value[key], copy);
  edit(container, keys.at(-1));
  return copy;
}

/** Renames a property, which stays where it is. */
const renameTo = (name) => (object, key) => {
  const entries = Object.entries(object);
  for (const own of Object.keys(object)) delete object[own];
  for (const [own, value] of entries) object[own === key ? name : own] = value;
};

const setTo = (value) => (container, key) => {
  container[key] = value;
};

/** The slips that authors make at one place, by kind. Some leave the document valid. */
const SLIPS = {
  "misspelled key": (document, keys, _, container) => {
    const key = keys.at(-1);
    if (Array.isArray(container) || key.length < 5) return [];
    const swapped = key.slice(0, 2) + key[3] + key[2] + key.slice(4);
    const shorter = key.slice(0, 2) + key.slice(3);
    return [swapped, shorter, key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
      .filter((name) => name !== key && !Object.hasOwn(container, name))
      .map((name) => withEdit(document, keys, renameTo(name)));
  },
  "wrong case": (document, keys, value) => {
    if (typeof value !== "string" || !/^[A-Za-z-]{2,20}$/.test(value)) return [];
    const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
    return [withEdit(document, keys, setTo(other))];
  },
  "number or boolean as text": (document, keys, value) =>
    typeof value === "number" || typeof value === "boolean"
      ? [withEdit(document, keys, setTo(String(value)))]
      : [],
  "value instead of a list": (document, keys, value) =>
    Array.isArray(value) && value.length === 1 ? [withEdit(document, keys, setTo(value[0]))] : [],
  "one level too high": (document, keys, value, container) => {
    if (keys.length < 2 || Array.isArray(container)) return [];
    const outer = keys.slice(0, -2).reduce((inner, key) => inner[key], document);
    if (Array.isArray(outer) || Object.hasOwn(outer, keys.at(-1))) return [];
    const moved = withEdit(document, keys, (own, key) => delete own[key]);
    return [
      withEdit(moved, keys.slice(0, -1), (own) => {
        own[keys.at(-1)] = value;
      }),
    ];
  },
  "one level too deep": (document, keys, value, container) => {
    if (Array.isArray(container)) return [];
    const key = keys.at(-1);
    const isFree = (inner) =>
      typeof inner === "object" &&
      inner !== null &&
      !Array.isArray(inner) &&
      !Object.hasOwn(inner, key);
    return Object.keys(container)
      .filter((sibling) => sibling !== key && isFree(container[sibling]))
      .map((sibling) =>
        withEdit(document, keys, (own) => {
          delete own[key];
          own[sibling][key] = value;
        }),
      );
  },
  "missing discriminator": (document, keys, value) =>
    ["type", "kind"].includes(keys.at(-1)) && typeof value === "string"
      ? [withEdit(document, keys, (container, key) => delete container[key])]
      : [],
};

/** All slips in a document, each with its kind. */
export function* slipsIn(document) {
  for (const { keys, value } of placesIn(document)) {
    if (keys.length === 0) continue;
    const container = keys.slice(0, -1).reduce((inner, key) => inner[key], document);
    for (const [kind, make] of Object.entries(SLIPS))
      for (const sent of make(document, keys, value, container))
        yield { kind, sent, place: `/${keys.join("/")}` };
  }
}

const OTHERS = [
  null,
  true,
  0,
  -1,
  1.5,
  1e6,
  "",
  "x",
  "2026-01-31",
  "https://example.com/",
  [],
  [1],
  ["x"],
  {},
  { x: 1 },
];

/** Documents with one or two values that were replaced, removed or added, valid or not. */
export function* mutantsOf(document, random, count) {
  const places = [...placesIn(document)].filter(({ keys }) => keys.length > 0);
  const values = [...OTHERS, ...places.map(({ value }) => value)];
  for (let made = 0; made < count; made++) {
    let mutant = document;
    for (let times = 1 + random.below(2); times > 0; times--) {
      const inside = [...placesIn(mutant)].filter(({ keys }) => keys.length > 0);
      if (inside.length === 0) break;
      const { keys } = random.of(inside);
      mutant = withEdit(mutant, keys, (container, key) => {
        const dice = random.below(20);
        if (dice < 5)
          Array.isArray(container) ? container.splice(Number(key), 1) : delete container[key];
        else if (dice < 8 && !Array.isArray(container))
          container[random.of(places).keys.at(-1)] = structuredClone(random.of(values));
        else container[key] = structuredClone(random.of(values));
      });
    }
    yield mutant;
  }
}
