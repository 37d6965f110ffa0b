import { basename, join } from "node:path";
import { errorLines, type FileError } from "../../../src/ground/files/file-error.js";
import { compilePackage } from "../../../src/specs/compile-package.js";
import { readPackage } from "../../../src/specs/read-package.js";
import { mutatePackage, type Survivor } from "../../../src/workshop/probes/mutate-package.js";
import { type Loose, RulesFolder } from "../../support/rules-folder.js";
import { slowTest, someOf } from "../../support/runs.js";
import { addedRule, CONTRACT, type Mistake } from "../defects/defect.js";
import { type Caught, caughtIn } from "./caught-in.js";
import { compare, described, fails, holds } from "./seeded-mistakes.js";
import { SOUND_RULES } from "./sound-rules.js";

/** Makes changes to a package, and checks it. */
async function check(...changes: readonly Mistake[]): Promise<Caught> {
  const rules = new RulesFolder("data-contract");
  for (const { make } of changes) make(rules);
  return await caughtIn(rules);
}

/** A rule with messages of its own: those of two rules of a package differ. */
function withOwnMessage({ rule, make }: Mistake): Mistake {
  const file = `${CONTRACT}/rules/${rule}.json`;
  const rename = (rules: RulesFolder) =>
    rules.write(file, JSON.parse(JSON.stringify(rules.read(file)).replaceAll("it does not hold", `${rule} is broken`)));
  return {
    make: (rules) => {
      make(rules);
      rename(rules);
    },
  };
}

const details = (errors: readonly FileError[]) => errors.map(({ detail }) => detail);

const columnMax = (where: object, range: object, values: readonly number[], wrong: number) =>
  addedRule({
    check: { at: "/columns/*/max", where, range },
    examples: [
      holds(),
      ...values.map((value) => ({ title: `${value} passes`, set: { "/columns/2/max": value } })),
      fails({ "/columns/2/max": wrong }, "/columns/2/max"),
    ],
  });

const UNUSUAL: Readonly<Record<string, Mistake>> = {
  "a limit of a tenth above zero": columnMax(compare("/max", "greaterThan", 0), { min: 0.1 }, [0, 0.1], 0.05),
  "a limit of nine tenths below one": columnMax(compare("/max", "lessThan", 1), { max: 0.9 }, [1, 0.9], 0.95),
  "no note to the author": described("^(?![\\s\\S]*\\bTODO\\b)", "a", "a TODO b"),
  "no word at the start": described("^(?!flag)", "a flag", "flag"),
  "an order by semantic version": addedRule({
    check: { at: "/history/*/change", sorted: "ascending", as: "semantic-version" },
    examples: [
      { title: "1.10.0 comes after 1.9.0", set: { "/history/0/change": "1.9.0", "/history/1/change": "1.10.0" } },
      fails({ "/history/0/change": "1.10.0", "/history/1/change": "1.9.0" }, "/history/1/change"),
    ],
  }),
  "an item by its number in a list": addedRule({
    check: { at: "/title", "none-of": { candidate: "/columns/0/name" } },
    examples: [holds(), fails({ "/title": "order_id" }, "/title")],
  }),
  "a placeholder below the place of the violation": addedRule({
    when: compare("/title", "equal", "Hotline"),
    check: { at: "/owner", "has-keys": ["phone"] },
    fixes: [{ title: "Add one", applicability: "has-placeholders", set: { "{path}/phone": "+1 555 0100" } }],
    examples: [
      holds({ set: { "/title": "Hotline", "/owner/phone": "+49 30 1234" } }),
      fails({ "/title": "Hotline" }, "/owner"),
      { title: "it does not apply" },
    ],
  }),
  "a pattern whose square is small": described("(degrees|\\[.+\\])", "[m]", "m"),
};

const SOUND = Object.entries({ ...UNUSUAL, ...SOUND_RULES });
/** An example of another of these rules breaks it. */
const isApart = ([title]: readonly [string, unknown]) =>
  ["a pattern whose square is small", "an array without one value"].includes(title);

/** It breaks some of these rules. */
const bare = { make: (rules: RulesFolder) => rules.remove(`${CONTRACT}/examples/normalized.json`) };

// Together, because most of the time goes to the search of all other rules of the package.
test.each([
  ["most", SOUND.filter((one) => !isApart(one))],
  ["the others", SOUND.filter(isApart)],
])("%s of the sound rules, however unusual, are accepted together, without a claim about them", async (_, sound) => {
  const { errors, warnings } = await check(bare, ...sound.map(([, rule]) => withOwnMessage(rule)));
  expect(details([...errors, ...warnings])).toEqual([]);
});

slowTest.each(SOUND)("%s is accepted alone, without a claim about it", async (_, rule) => {
  const { errors, warnings } = await check(bare, rule);
  expect(details([...errors, ...warnings])).toEqual([]);
});

test("a limit whose neighbour cannot occur is shown by the nearest values that can, or else a warning", async () => {
  const limitOf = (title: string, max: number) => {
    const round = (value: number) => ({ "/title": title, "/columns/2/max": value });
    return addedRule({
      severity: "warning",
      when: compare("/title", "equal", title),
      check: [
        { at: "/columns/*/max", range: { max } },
        { at: "/columns/*/max", "multiple-of": 10 },
      ],
      examples: [
        holds(),
        { title: "a hundred passes", set: round(100) },
        fails(round(95), "/columns/2/max"),
        fails(round(110), "/columns/2/max", { title: "beyond it" }),
      ],
    });
  };
  const [shown, unshowable] = [limitOf("Round", 100), limitOf("Rounder", 105)];
  const { errors, warnings } = await check(withOwnMessage(shown), withOwnMessage(unshowable));
  expect(errors).toEqual([]);
  const noticed = warnings.map(({ file, detail }) => [
    basename(file, ".json"),
    /^no example notices when (.*); no /.exec(detail)?.[1],
  ]);
  expect(noticed).toEqual([
    [unshowable.rule, "max is 104 instead of 105"],
    [unshowable.rule, "max is 106 instead of 105"],
  ]);
});

test("errors of one cause are one line, and there are twenty lines at most", () => {
  const error = (number: number, detail: string): FileError => ({ file: `rules/${number}.json`, pointer: "", detail });
  const same = Array.from({ length: 41 }, (_, at) => error(at, "the same"));
  expect(errorLines(same)).toEqual([
    "rules/0.json: the same (also at rules/1.json, rules/2.json, rules/3.json and 37 more places)",
  ]);
  expect(errorLines(same.slice(0, 5))[0]).toMatch(/ and 1 more place\)$/);
  const many = Array.from({ length: 50 }, (_, at) => error(at, `number ${at}`));
  expect(errorLines(many)).toHaveLength(21);
  expect(errorLines(many).at(-1)).toBe("… and 30 more; correct these first");
});

test("what is suggested for rules with few examples can be added as it is, and notices the changes", async () => {
  const rules = new RulesFolder("data-contract");
  const isViolated = ({ violations }: Loose) => violations !== undefined;
  for (const name of THINNED)
    rules.edit(`${CONTRACT}/rules/${name}.json`, (rule) => {
      const { title, set, remove, violations, message } = rule.examples.find(isViolated);
      const passing = rule.examples.find((one: Loose) => !isViolated(one));
      rule.examples = [passing, { title, set, remove, violations, message }];
    });
  const before = await rules.errors();
  const all: Survivor[] = [];
  for (const name of THINNED) {
    const suggested = await survivors(rules, name);
    all.push(...suggested);
    const examples = new Set(suggested.flatMap(({ example }) => example ?? []));
    rules.edit(`${CONTRACT}/rules/${name}.json`, (rule) => {
      rule.examples.push(...examples);
      for (const { add } of suggested)
        if (add) Object.assign(rule.examples.find(({ title }: Loose) => title === add.to) as object, add.properties);
    });
    const unnoticed = (await survivors(rules, name)).map(({ change }) => change);
    const answered = suggested.filter(({ example, add }) => example ?? add).map(({ change }) => change);
    expect(answered.filter((change) => unnoticed.includes(change))).toEqual([]);
  }
  expect(all).not.toEqual([]);
  const after = await rules.errors();
  const isNew = ({ file, pointer, detail }: FileError) =>
    !before.some((error) => error.file === file && error.pointer === pointer && error.detail === detail);
  expect(after.filter(isNew)).toEqual([]);
});

/** Rules, each left with its first passing and its first violated example. */
const THINNED = someOf(
  ["personal-data-is-secret", "tags-are-few", "secret-data-is-kept-one-year-at-most", "owner-is-a-known-team"],
  2,
);

/** What no example of a rule notices, whether or not its examples are thought to be too few. */
async function survivors(rules: RulesFolder, name: string): Promise<readonly Survivor[]> {
  const { spec } = compilePackage(rules.domain, "v1", readPackage(join(rules.dir, CONTRACT)).files);
  const found: Survivor[] = [];
  for await (const score of mutatePackage(spec, name)) found.push(...score.survivors);
  return found;
}
