import { someOf } from "../support/runs.js";
import {
  add,
  BASE,
  errorsOf,
  FREE,
  OWNER_ID,
  OWNER_KIND,
  remove,
  replace,
  reported,
  SHAPE,
  SLOW,
  SPEC,
  STRATEGIES,
  VERSION,
} from "./errors-of.js";
import type { RulesFolder } from "./rules-folder.js";

type Expected = ReturnType<typeof reported>[];

async function expectErrors(breakRules: (rules: RulesFolder) => void, expected: Expected): Promise<void> {
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
        rules.patch("generator-option/domain.json", remove("/title"));
        rules.patch(SHAPE, remove("/properties/sampleRecords/maxItems"));
        rules.patch(FREE, [...add("/sumary", "x"), ...replace("/severity", "fatal")]);
        rules.write(OWNER_ID, "{");
        rules.patch("generator-option/v2/spec.json", add("/version", "v2"));
        rules.patch("other-option/v1/spec.json", replace("/base", "nope"));
        rules.patch("other-option/v2/spec.json", replace("/status", "done"));
      },
      [
        reported("generator-option/domain.json", "", /"title" is missing/),
        reported(SHAPE, "/properties/sampleRecords", /"maxItems" is missing/),
        reported(FREE, "", /unknown key "sumary"/),
        reported(FREE, "/severity", /"fatal" is not known here/),
        reported(OWNER_ID, "", /not JSON/),
        reported("generator-option/v2/spec.json", "", /unknown key "version"/),
        reported("other-option/v1/spec.json", "/base", /no example "nope"/),
        reported("other-option/v2/spec.json", "/status", /"done" is not known here/),
      ],
    ],
    [
      "when one rule cannot be read and others refer to nothing",
      (rules) => {
        rules.write(FREE, "{");
        rules.patch(OWNER_KIND, replace("/check/one-of/spec", "/nope"));
        rules.patch(OWNER_ID, replace("/check/pattern", SLOW));
      },
      [
        reported(FREE, "", /not JSON/),
        reported(OWNER_KIND, "/check/one-of", /no data at/),
        reported(OWNER_ID, "/check/pattern", /the pattern is slow/),
      ],
    ],
    [
      "when one rule does not compile and the examples of another are wrong",
      (rules) => {
        rules.patch(OWNER_KIND, replace("/check/one-of/spec", "/nope"));
        rules.patch(STRATEGIES, replace("/examples/1/violations", ["/owner"]));
      },
      [
        reported(OWNER_KIND, "/check/one-of", /no data at/),
        reported(STRATEGIES, "/examples/1/violations", /expected \/owner/),
      ],
    ],
    [
      "when one rule has two, in its condition, its checks and its fixes",
      (rules) =>
        rules.patch(OWNER_ID, [
          ...add("/when", { path: "/owner/kind", operator: "in", value: { spec: "/nope" } }),
          ...replace("/check", [
            { at: "/owner/id", pattern: SLOW },
            { at: "/owner/kind", "one-of": { spec: "/nope" } },
          ]),
          ...add("/fixes/0/when", { path: "/owner/kind", operator: "equal", value: { spec: "/nope" } }),
        ]),
      [
        reported(OWNER_ID, "/when/value", /no data at/),
        reported(OWNER_ID, "/check/0/pattern", /the pattern is slow/),
        reported(OWNER_ID, "/check/1/one-of", /no data at/),
        reported(OWNER_ID, "/fixes/0/when/value", /no data at/),
      ],
    ],
    [
      "when a domain has no version and its words are missing",
      (rules) => {
        rules.remove(VERSION);
        rules.remove("generator-option/domain.json");
      },
      [
        reported("generator-option/domain.json", "", /missing; add it/),
        reported("generator-option", "", /has no version/),
      ],
    ],
    [
      "when a domain is misnamed",
      (rules) => {
        rules.rename("generator-option", "Generator_option");
        rules.write(FREE.replace("generator-option", "Generator_option"), "{");
      },
      [
        reported("Generator_option", "", /kebab-case/),
        reported(FREE.replace("generator-option", "Generator_option"), "", /not JSON/),
      ],
    ],
    [
      "when a version is misnamed",
      (rules) => {
        rules.rename(VERSION, "generator-option/V1");
        rules.write(FREE.replace("v1", "V1"), "{");
      },
      [reported("generator-option/V1", "", /rename it/), reported(FREE.replace("v1", "V1"), "", /not JSON/)],
    ],
    [
      "when a rule that is misnamed has more",
      (rules) => {
        rules.patch(FREE, [...add("/sumary", "x"), ...replace("/examples/1/violations", ["/owner"])]);
        rules.rename(FREE, `${VERSION}/rules/Free.json`);
      },
      [
        reported(`${VERSION}/rules/Free.json`, "", /named in kebab-case/),
        reported(`${VERSION}/rules/Free.json`, "", /unknown key "sumary"/),
        reported(`${VERSION}/rules/Free.json`, "/examples/1/violations", /expected \/owner/),
      ],
    ],
    [
      "when several parts of one rule have errors, each in its own way",
      (rules) =>
        rules.patch(OWNER_ID, [
          ...add("/sumary", "x"),
          ...replace("/severity", "fatal"),
          ...remove("/message"),
          ...replace("/check/pattern", SLOW),
        ]),
      [
        reported(OWNER_ID, "", /unknown key "sumary"/),
        reported(OWNER_ID, "/severity", /"fatal" is not known here/),
        reported(OWNER_ID, "", /"message" is missing/),
        reported(OWNER_ID, "/check/pattern", /the pattern is slow/),
      ],
    ],
    [
      "when a rule with an error in its words has examples that are wrong",
      (rules) =>
        rules.patch(FREE, [
          ...replace("/severity", "fatal"),
          ...add("/examples/0/rename", { "/nope": "x" }),
          ...replace("/examples/1/violations", ["/owner"]),
        ]),
      [
        reported(FREE, "/severity", /"fatal" is not known here/),
        reported(FREE, "/examples/0", /cannot be made/),
        reported(FREE, "/examples/1/violations", /expected \/owner/),
      ],
    ],
    [
      "when the shape has several",
      (rules) =>
        rules.patch(SHAPE, [
          ...add("/titel", "x"),
          ...add("/properties/owner/anyOf", []),
          ...remove("/properties/outputFields/maxItems"),
        ]),
      [
        reported(SHAPE, "", /unknown key "titel"/),
        reported(SHAPE, "/properties/owner", /a shape cannot use "anyOf"/),
        reported(SHAPE, "/properties/outputFields", /"maxItems" is missing/),
      ],
    ],
    [
      "when whole examples and the examples of rules are wrong",
      (rules) => {
        rules.copy(BASE, `${VERSION}/examples/other.json`);
        rules.patch(`${VERSION}/examples/other.json`, [
          ...replace("/title", "Another"),
          ...replace("/candidate/owner/kind", "agent"),
        ]);
        rules.patch(STRATEGIES, replace("/examples/1/violations", ["/owner"]));
        rules.patch(SPEC, replace("/normalize/3/value", 5));
      },
      [
        reported(`${VERSION}/examples/other.json`, "/diagnostics", /but found owner-kind-is-allowed/),
        reported(STRATEGIES, "/examples/1/violations", /expected \/owner/),
        reported(SPEC, "/normalize/3/value", /the shape refuses 5/),
      ],
    ],
    [
      "when several steps and declarations refer to nothing",
      (rules) =>
        rules.patch(SPEC, [
          ...replace("/normalize/4/by/spec", "/nope"),
          ...replace("/declarations/fields/types/spec", "/nope"),
          ...add("/declarations/others", { at: "/o/*", name: "/n", type: "/t", types: { spec: "/strategies" } }),
        ]),
      [
        reported(SPEC, "/normalize/4/by", /no data at \/nope/),
        reported(SPEC, "/declarations/fields/types", /no data at \/nope/),
        reported(SPEC, "/declarations/others/types", /must refer to an object/),
      ],
    ],
    [
      "when several field types are wrong, each once",
      (rules) =>
        rules.patch(SPEC, [
          ...replace("/data/fieldTypes/uuid", { type: "strin" }),
          ...replace("/data/fieldTypes/email", 5),
          ...add("/declarations/again", {
            at: "/outputFields/*",
            name: "/name",
            type: "/type",
            types: { spec: "/fieldTypes" },
          }),
        ]),
      [
        reported(SPEC, "/data/fieldTypes/uuid", /not a JSON Schema/),
        reported(SPEC, "/data/fieldTypes/email", /not a JSON Schema/),
      ],
    ],
  ];
  test.each(someOf(rows, 2))("%s", (_, breakRules, expected) => expectErrors(breakRules, expected));
});

describe("an error in one file hides none in the rules, and adds none that only follows from it", () => {
  const place = reported(FREE, "/check/at", /does not fit here/);
  const pattern = reported(OWNER_ID, "/check/pattern", /the pattern is slow/);
  const reference = reported(OWNER_KIND, "/check/one-of", /no data at \/nope/);
  const inFix = reported(OWNER_KIND, "/fixes/0/when/value", /no data at \/nope/);
  const violations = reported(STRATEGIES, "/examples/1/violations", /expected \/owner/);
  const breakRules = (rules: RulesFolder) => {
    rules.patch(FREE, replace("/check/at", "generatorId"));
    rules.patch(OWNER_ID, replace("/check/pattern", SLOW));
    rules.patch(OWNER_KIND, [
      ...replace("/check/one-of/spec", "/nope"),
      ...add("/fixes/0/when", { path: "/owner/kind", operator: "equal", value: { spec: "/nope" } }),
    ]);
    rules.patch(STRATEGIES, replace("/examples/1/violations", ["/owner"]));
  };

  const all = [place, pattern, reference, inFix, violations];
  const without = (...left: Expected) => all.filter((one) => !left.includes(one));

  const rows: [string, (rules: RulesFolder) => void, Expected][] = [
    ["nothing else", () => undefined, all],
    [
      "an unknown key in spec.json",
      (rules) => rules.patch(SPEC, add("/titel", "x")),
      [...all, reported(SPEC, "", /unknown key "titel"/)],
    ],
    [
      "a wrong status and an unknown base in spec.json",
      (rules) => rules.patch(SPEC, [...replace("/status", "done"), ...replace("/base", "nope")]),
      [
        ...without(violations),
        reported(SPEC, "/status", /"done" is not known here/),
        reported(SPEC, "/base", /no example "nope"/),
      ],
    ],
    [
      "data that is an array",
      (rules) => rules.patch(SPEC, replace("/data", [])),
      [...without(reference, inFix, violations), reported(SPEC, "/data", /must be of type object/)],
    ],
    [
      "no data",
      (rules) => rules.patch(SPEC, remove("/data")),
      [...without(reference, inFix, violations), reported(SPEC, "", /"data" is missing/)],
    ],
    [
      "declarations that are an array",
      (rules) => rules.patch(SPEC, replace("/declarations", [])),
      [...without(violations), reported(SPEC, "/declarations", /must be of type object/)],
    ],
    [
      "a declaration with an unknown key",
      (rules) => rules.patch(SPEC, add("/declarations/fields/nulable", "/nullable")),
      [...without(violations), reported(SPEC, "/declarations/fields", /did you mean "nullable"\?/)],
    ],
    [
      "a field type that is no JSON Schema",
      (rules) => rules.patch(SPEC, replace("/data/fieldTypes/uuid", { type: "strin" })),
      [...without(violations), reported(SPEC, "/data/fieldTypes/uuid", /not a JSON Schema/)],
    ],
    [
      "a step that is not known",
      (rules) => rules.patch(SPEC, replace("/normalize/0/step", "shout")),
      [...without(violations), reported(SPEC, "/normalize/0/step", /"shout" is not known here/)],
    ],
    [
      "a step that refers to nothing",
      (rules) => rules.patch(SPEC, replace("/normalize/4/by/spec", "/nope")),
      [...without(violations), reported(SPEC, "/normalize/4/by", /no data at \/nope/)],
    ],
    [
      "a spec.json that is not JSON",
      (rules) => rules.write(SPEC, "{"),
      [...without(reference, inFix, violations), reported(SPEC, "", /not JSON/)],
    ],
    [
      "a spec.json that is an array",
      (rules) => rules.write(SPEC, "[]"),
      [...without(reference, inFix, violations), reported(SPEC, "", /must be of type object/)],
    ],
    [
      "an unknown key in the shape",
      (rules) => rules.patch(SHAPE, add("/titel", "x")),
      [...all, reported(SHAPE, "", /unknown key "titel"/)],
    ],
    ["a shape that is not there", (rules) => rules.remove(SHAPE), [...all, reported(SHAPE, "", /missing; add it/)]],
    [
      "an unknown key in the base example",
      (rules) => rules.patch(BASE, add("/titel", "x")),
      [...without(violations), reported(BASE, "", /unknown key "titel"/)],
    ],
    [
      "a base example that is not JSON",
      (rules) => rules.write(BASE, "{"),
      [...without(violations), reported(BASE, "", /not JSON/)],
    ],
    [
      "another example that is not JSON",
      (rules) => rules.write(`${VERSION}/examples/other.json`, "{"),
      [...all, reported(`${VERSION}/examples/other.json`, "", /not JSON/)],
    ],
    [
      "no examples at all",
      (rules) => rules.remove(`${VERSION}/examples`),
      [
        ...without(violations),
        reported(`${VERSION}/examples`, "", /folder is missing; add it/),
        reported(SPEC, "/base", /no example "city-weather"/),
      ],
    ],
  ];
  test.each(someOf(rows, 3))("%s", (_, breakAnother, expected) =>
    expectErrors((rules) => {
      breakRules(rules);
      breakAnother(rules);
    }, expected),
  );
});
