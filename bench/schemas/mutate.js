/** Every place of a document: its pointer as a list of keys, and the value. */
export function* placesIn(value, keys = []) {
  yield { keys, value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* placesIn(inner, [...keys, key]);
}

/** A copy of a document in which `edit` has changed the holder of a place. */
function edited(document, keys, edit) {
  const copy = structuredClone(document);
  const holder = keys.slice(0, -1).reduce((value, key) => value[key], copy);
  edit(holder, keys.at(-1));
  return copy;
}

const rename = (name) => (holder, key) => {
  const entries = Object.entries(holder);
  for (const own of Object.keys(holder)) delete holder[own];
  for (const [own, value] of entries) holder[own === key ? name : own] = value;
};

/** The slips that authors make at one place, by kind. Some of the documents are still valid. */
const SLIPS = {
  "misspelled key": (document, keys, _, holder) => {
    const key = keys.at(-1);
    if (Array.isArray(holder) || key.length < 5) return [];
    const swapped = key.slice(0, 2) + key[3] + key[2] + key.slice(4);
    const shorter = key.slice(0, 2) + key.slice(3);
    return [swapped, shorter, key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
      .filter((name) => name !== key && !Object.hasOwn(holder, name))
      .map((name) => edited(document, keys, rename(name)));
  },
  "wrong case": (document, keys, value) => {
    if (typeof value !== "string" || !/^[A-Za-z-]{2,20}$/.test(value)) return [];
    const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
    return [
      edited(document, keys, (holder, key) => {
        holder[key] = other;
      }),
    ];
  },
  "number or boolean as text": (document, keys, value) =>
    typeof value === "number" || typeof value === "boolean"
      ? [
          edited(document, keys, (holder, key) => {
            holder[key] = String(value);
          }),
        ]
      : [],
  "value instead of a list": (document, keys, value) =>
    Array.isArray(value) && value.length === 1
      ? [
          edited(document, keys, (holder, key) => {
            [holder[key]] = value;
          }),
        ]
      : [],
  "one level too high": (document, keys, value, holder) => {
    if (keys.length < 2 || Array.isArray(holder)) return [];
    const outer = keys.slice(0, -2).reduce((inner, key) => inner[key], document);
    if (Array.isArray(outer) || Object.hasOwn(outer, keys.at(-1))) return [];
    const moved = edited(document, keys, (own, key) => delete own[key]);
    return [
      edited(moved, keys.slice(0, -1), (own) => {
        own[keys.at(-1)] = value;
      }),
    ];
  },
  "one level too deep": (document, keys, value, holder) => {
    if (Array.isArray(holder)) return [];
    const key = keys.at(-1);
    const isFree = (inner) =>
      typeof inner === "object" &&
      inner !== null &&
      !Array.isArray(inner) &&
      !Object.hasOwn(inner, key);
    return Object.keys(holder)
      .filter((sibling) => sibling !== key && isFree(holder[sibling]))
      .map((sibling) =>
        edited(document, keys, (own) => {
          delete own[key];
          own[sibling][key] = value;
        }),
      );
  },
  "missing discriminator": (document, keys, value) =>
    ["type", "kind"].includes(keys.at(-1)) && typeof value === "string"
      ? [edited(document, keys, (holder, key) => delete holder[key])]
      : [],
};

/** All slips in a document, each with its kind. */
export function* slipsIn(document) {
  for (const { keys, value } of placesIn(document)) {
    if (keys.length === 0) continue;
    const holder = keys.slice(0, -1).reduce((inner, key) => inner[key], document);
    for (const [kind, make] of Object.entries(SLIPS))
      for (const sent of make(document, keys, value, holder))
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
      mutant = edited(mutant, keys, (holder, key) => {
        const dice = random.below(20);
        if (dice < 5) Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
        else if (dice < 8 && !Array.isArray(holder))
          holder[random.of(places).keys.at(-1)] = structuredClone(random.of(values));
        else holder[key] = structuredClone(random.of(values));
      });
    }
    yield mutant;
  }
}
