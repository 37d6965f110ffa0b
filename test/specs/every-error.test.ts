import type { Edits, RulesFolder } from "../support/rules-folder.js";
import { someOf } from "../support/runs.js";
import {
  BASE,
  errorsOf,
  FREE,
  OWNER_ID,
  OWNER_KIND,
  reported,
  SHAPE,
  SPEC,
  STRATEGIES,
  VERSION,
} from "./errors-of.js";

const SLOW = "^(\\w+\\s?)+$";

type Expected = unknown[];

async function expectErrors(
  breakRules: (rules: RulesFolder) => void,
  expected: Expected,
): Promise<void> {
  const errors = await errorsOf(breakRules);
  expect(errors).toEqual(expect.arrayContaining(expected));
  expect(errors).toHaveLength(expected.length);
}

describe("every error of every file is reported at once", () => {
  const rows: [string, (rules: RulesFolder) => void, Expected][] = [
    [
      "in several files, versions and domains",
      (rules) => {
        rules.copy(VERSION, "generator-option/v2");
        rules.copy("generator-option", "other-option");
        rules.edit("generator-option/domain.json", { "/title": undefined });
        rules.edit(SHAPE, { "/properties/sampleRecords/items": { $ref: "#/$defs/nowhere" } });
        rules.edit(FREE, { "/sumary": "x", "/severity": "fatal" });
        rules.write(OWNER_ID, "{");
        rules.edit("generator-option/v2/spec.json", { "/version": "v2" });
        rules.edit("other-option/v1/spec.json", { "/base": "nope" });
        rules.edit("other-option/v2/spec.json", { "/status": "done" });
      },
      [
        reported("generator-option/domain.json", "", /must have required property 'title'/),
        reported(
          SHAPE,
          "/properties/sampleRecords/items",
          /refers to "#\/\$defs\/nowhere", which does not exist/,
        ),
        reported(FREE, "", /unknown property "sumary"/),
        reported(FREE, "/severity", /"fatal" is not allowed here/),
        reported(OWNER_ID, "", /not JSON/),
        reported("generator-option/v2/spec.json", "", /unknown property "version"/),
        reported("other-option/v1/spec.json", "/base", /no example "nope"/),
        reported("other-option/v2/spec.json", "/status", /"done" is not allowed here/),
      ],
    ],
    [
      "when one rule has two, in its condition, its checks and its fixes",
      (rules) =>
        rules.edit(OWNER_ID, {
          "/when": { path: "/owner/kind", operator: "in", value: { spec: "/nope" } },
          "/check": [
            { at: "/owner/id", pattern: SLOW },
            { at: "/owner/kind", "one-of": { spec: "/nope" } },
          ],
          "/fixes/0/when": { path: "/owner/kind", operator: "equal", value: { spec: "/nope" } },
        }),
      [
        reported(OWNER_ID, "/when/value", /no data at/),
        reported(OWNER_ID, "/check/0/pattern", /the pattern is slow/),
        reported(OWNER_ID, "/check/1/one-of", /no data at/),
        reported(OWNER_ID, "/fixes/0/when/value", /no data at/),
      ],
    ],
    [
      "when a domain, a version and a rule are misnamed and have more",
      (rules) => {
        rules.copy("generator-option", "Other_option");
        rules.write(FREE.replace("generator-option", "Other_option"), "{");
        rules.copy(VERSION, "generator-option/V1");
        rules.write(FREE.replace("v1", "V1"), "{");
        rules.edit(FREE, { "/sumary": "x", "/examples/1/violations": ["/owner"] });
        rules.rename(FREE, `${VERSION}/rules/Free.json`);
      },
      [
        reported("Other_option", "", /kebab-case/),
        reported(FREE.replace("generator-option", "Other_option"), "", /not JSON/),
        reported("generator-option/V1", "", /rename it/),
        reported(FREE.replace("v1", "V1"), "", /not JSON/),
        reported(`${VERSION}/rules/Free.json`, "", /named in kebab-case/),
        reported(`${VERSION}/rules/Free.json`, "", /unknown property "sumary"/),
        reported(`${VERSION}/rules/Free.json`, "/examples/1/violations", /expected \/owner/),
      ],
    ],
  ];
  test.each(someOf(rows, 3))("%s", (_, breakRules, expected) => expectErrors(breakRules, expected));
});

describe("an error in one file hides none in the rules, and adds none that only follows from it", () => {
  const place = reported(FREE, "/check/at", /must match the pattern/);
  const pattern = reported(OWNER_ID, "/check/pattern", /the pattern is slow/);
  const reference = reported(OWNER_KIND, "/check/one-of", /no data at \/nope/);
  const inFix = reported(OWNER_KIND, "/fixes/0/when/value", /no data at \/nope/);
  const violations = reported(STRATEGIES, "/examples/1/violations", /expected \/owner/);
  const breakRules = (rules: RulesFolder) => {
    rules.edit(FREE, { "/check/at": "generatorId" });
    rules.edit(OWNER_ID, { "/check/pattern": SLOW });
    rules.edit(OWNER_KIND, {
      "/check/one-of/spec": "/nope",
      "/fixes/0/when": { path: "/owner/kind", operator: "equal", value: { spec: "/nope" } },
    });
    rules.edit(STRATEGIES, { "/examples/1/violations": ["/owner"] });
  };

  const all = [place, pattern, reference, inFix, violations];
  const without = (...left: Expected) => all.filter((one) => !left.includes(one));

  const inFile =
    (file: string) => (others: Expected, pointer: string, detail: RegExp, edits: Edits) => ({
      breakAnother: (rules: RulesFolder) => rules.edit(file, edits),
      expected: [...others, reported(file, pointer, detail)],
    });
  const written = (others: Expected, file: string, text: string, detail = /not JSON/) => ({
    breakAnother: (rules: RulesFolder) => rules.write(file, text),
    expected: [...others, reported(file, "", detail)],
  });
  const spec = inFile(SPEC);
  const unrun = without(violations);
  const unread = without(reference, inFix, violations);

  const rows = [
    { breakAnother: () => undefined, expected: all },
    spec(all, "", /unknown property "titel"/, { "/titel": "x" }),
    spec(unrun, "/base", /no example "nope"/, { "/base": "nope" }),
    spec(unread, "/data", /is of type array; expected object/, { "/data": [] }),
    spec(unrun, "/declarations/fields", /did you mean "nullable"\?/, {
      "/declarations/fields/nulable": "/nullable",
    }),
    spec(unrun, "/data/fieldTypes/uuid", /not a JSON Schema/, {
      "/data/fieldTypes/uuid": { type: "strin" },
    }),
    spec(unrun, "/normalize/0/step", /"shout" is not allowed here/, {
      "/normalize/0/step": "shout",
    }),
    written(unread, SPEC, "{"),
    {
      breakAnother: (rules: RulesFolder) => rules.remove(SHAPE),
      expected: [...all, reported(SHAPE, "", /missing; add it/)],
    },
    inFile(BASE)(unrun, "", /unknown property "titel"/, { "/titel": "x" }),
    written(all, `${VERSION}/examples/other.json`, "{"),
    {
      breakAnother: (rules: RulesFolder) => rules.remove(`${VERSION}/examples`),
      expected: [...unrun, reported(`${VERSION}/examples`, "", /folder is missing; add it/)],
    },
  ];
  test.each(someOf(rows, 6))("%#", ({ breakAnother, expected }) =>
    expectErrors((rules) => {
      breakRules(rules);
      breakAnother(rules);
    }, expected),
  );
});
