import * as library from "../../src/index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import fc from "../support/fast-check.js";
import type { Json, JsonObject } from "../support/json.js";
import { patched } from "../support/patched.js";
import { runs } from "../support/runs.js";
import { CORPORA } from "./corpora.js";
import { readCorpus } from "./slip.js";

/** A word that no package, description or sibling says. */
const WORD = "zorblax";
const CAPITALIZED = "Zorblax";

type Place = readonly (string | number)[];

/** Ways to write the word beside a text or a number. */
const BESIDE: readonly ((text: string) => string)[] = [
  (text) => `${text} ${WORD}`,
  (text) => `${WORD} ${text}`,
  (text) => `${text}-${WORD}`,
  (text) => `${text} (${WORD})`,
  (text) => `${text} [${WORD}]`,
  (text) => `${text}[${WORD}]`,
  (text) => `${text}, ${WORD}`,
  (text) => `${text} - ${WORD}`,
  (text) => `${text}\n${WORD}`,
  (text) => `${WORD}: ${text}`,
  (text) => `${WORD}("${text}")`,
];

/** Ways to write the word around or beside any value. */
const AROUND: readonly ((value: Json) => Json)[] = [
  (value) => ({ [WORD]: value }),
  (value) => ({ value, note: WORD }),
  (value) => ({ name: value, description: WORD }),
  (value) => [value, WORD],
  (value) => `${WORD}: ${JSON.stringify(value)}`,
  (value) => `Here is the ${WORD}:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``,
  (value) => `\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n${WORD}`,
];

const IN_KEY: readonly ((key: string) => string)[] = [
  (key) => `${key}${CAPITALIZED}`,
  (key) => `${WORD}_${key}`,
  (key) => `${key} (${WORD})`,
  (key) => WORD + key,
];

/** What tools and people remark may be lost. */
const REMARKS = ["$schema", "$comment", "_comment", "//"];

/** The places of a value. A key of an empty value may be lost with it. */
function* placesIn(value: Json, place: Place = []): Generator<Place> {
  yield place;
  if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value))
      if (!REMARKS.includes(key))
        yield* placesIn(inner, [...place, Array.isArray(value) ? Number(key) : key]);
}

function changed(value: Json, [token, ...rest]: Place, change: (value: Json) => Json): Json {
  if (token === undefined) return change(value);
  if (Array.isArray(value))
    return value.with(Number(token), changed(value[Number(token)] as Json, rest, change));
  const object = value as JsonObject;
  return { ...object, [token]: changed(object[token] as Json, rest, change) };
}

const isEmpty = (value: Json | undefined) => /^(?:null|""|\[\]|\{\})$/.test(JSON.stringify(value));

/** The candidate with the word at one place; undefined if it cannot be there. */
function withWord(candidate: Json, place: Place, way: number): Json | undefined {
  const value = place.reduce<Json | undefined>(
    (one, token) => (one as JsonObject | undefined)?.[token],
    candidate,
  );
  if (value === undefined || isEmpty(value) || place.length === 0) return undefined;
  const key = place.at(-1);
  const isScalar = typeof value === "string" || typeof value === "number";
  const changes: readonly (() => Json)[] = [
    ...(isScalar
      ? BESIDE.map((write) => () => changed(candidate, place, () => write(String(value))))
      : []),
    ...AROUND.map((write) => () => changed(candidate, place, write)),
    ...(typeof key === "string"
      ? IN_KEY.map((write) => () => withKey(candidate, place, key, write(key)))
      : []),
  ];
  return changes[way % changes.length]?.();
}

function withKey(candidate: Json, place: Place, key: string, renamed: string): Json {
  return changed(candidate, place.slice(0, -1), (object) =>
    Object.fromEntries(
      Object.entries(object as JsonObject).map(([one, value]) => [
        one === key ? renamed : one,
        value,
      ]),
    ),
  );
}

test.each(CORPORA)(
  "$folder: no repair loses a word that nothing else says",
  async ({ folder, domainId, rules, registry }) => {
    const specs = compiledSpecs(rules);
    const { base, cases } = readCorpus(new URL(`./${folder}/`, import.meta.url));
    // Around a whole candidate, a word only says what it is.
    const isWrapped = (sent: Json) => Object.keys(sent as JsonObject).length === 1;
    const candidates = [base, ...cases.map(({ sent }) => sent).filter((one) => !isWrapped(one))];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...candidates),
        fc.nat(),
        fc.nat(),
        async (candidate, at, way) => {
          const places = [...placesIn(candidate)];
          const sent = withWord(candidate, places[at % places.length] as Place, way);
          if (sent === undefined) return;
          const request = { targetProduct: "library", domainId, candidate: sent };
          const { repair } = await library.validate(specs, request, { registry });
          if (repair === undefined) return;
          const isKept = JSON.stringify(patched(request, repair.patch))
            .toLowerCase()
            .includes(WORD);
          expect({ sent, patch: repair.patch, isKept }).toMatchObject({ isKept: true });
        },
      ),
      runs(20),
    );
  },
);
