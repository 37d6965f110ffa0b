import {
  add,
  BASE,
  FREE,
  fault,
  faultsOf,
  OWNER_ID,
  OWNER_KIND,
  PARAMS,
  remove,
  replace,
  SCHEMA,
  SPEC,
  STRATEGIES,
  UNSAFE,
  VERSION,
} from "./faults-of.js";
import type { RulesFolder } from "./rules-folder.js";

type Told = ReturnType<typeof fault>[];

async function expectFaults(breakRules: (rules: RulesFolder) => void, expected: Told): Promise<void> {
  const faults = await faultsOf(breakRules);
  expect(faults).toEqual(expect.arrayContaining(expected));
  expect(faults).toHaveLength(expected.length);
}

describe("every fault of every file is reported at once", () => {
  test.each<[string, (rules: RulesFolder) => void, Told]>([
    [
      "in several files, versions and domains",
      (rules) => {
        rules.copy(VERSION, "generator-option/v2");
        rules.copy("generator-option", "other-option");
        rules.patch("generator-option/domain.json", remove("/title"));
        rules.patch(SCHEMA, remove("/properties/sampleRecords/maxItems"));
        rules.patch(FREE, [...add("/sumary", "x"), ...replace("/severity", "fatal")]);
        rules.write(OWNER_ID, "{");
        rules.patch("other-option/v1/spec.json", replace("/base", "nope"));
      },
      [
        fault("generator-option/domain.json", "", /"title" is missing/),
        fault(SCHEMA, "/properties/sampleRecords", /"maxItems" is missing/),
        fault(FREE, "", /unknown key "sumary"/),
        fault(FREE, "/severity", /"fatal" is not known here/),
        fault(OWNER_ID, "", /not JSON/),
        fault("generator-option/v2/spec.json", "/version", /"v1" must be "v2"/),
        fault("other-option/v1/spec.json", "/base", /no example "nope"/),
        fault("other-option/v2/spec.json", "/version", /"v1" must be "v2"/),
      ],
    ],
    [
      "when one rule cannot be read and others refer to nothing",
      (rules) => {
        rules.write(FREE, "{");
        rules.patch(OWNER_KIND, replace(`${PARAMS}/values/spec`, "/nope"));
        rules.patch(OWNER_ID, replace(`${PARAMS}/pattern`, UNSAFE));
      },
      [
        fault(FREE, "", /not JSON/),
        fault(OWNER_KIND, `${PARAMS}/values`, /no data at/),
        fault(OWNER_ID, `${PARAMS}/pattern`, /unsafe/),
      ],
    ],
    [
      "when one rule does not compile and the examples of another are wrong",
      (rules) => {
        rules.patch(OWNER_KIND, replace(`${PARAMS}/values/spec`, "/nope"));
        rules.patch(STRATEGIES, replace("/examples/1/violations", ["/owner"]));
      },
      [
        fault(OWNER_KIND, `${PARAMS}/values`, /no data at/),
        fault(STRATEGIES, "/examples/1/violations", /expected \/owner/),
      ],
    ],
    [
      "when one rule has two",
      (rules) =>
        rules.patch(OWNER_ID, [
          ...replace(`${PARAMS}/pattern`, UNSAFE),
          ...add("/conditions/all/-", {
            fact: "findings",
            params: { at: "/owner/kind", check: "in", values: { spec: "/nope" } },
            operator: "found",
            value: true,
          }),
        ]),
      [
        fault(OWNER_ID, `${PARAMS}/pattern`, /unsafe/),
        fault(OWNER_ID, "/conditions/all/1/params/values", /no data at/),
      ],
    ],
    [
      "when a domain has no version and its words are missing",
      (rules) => {
        rules.remove(VERSION);
        rules.remove("generator-option/domain.json");
      },
      [fault("generator-option/domain.json", "", /missing; add it/), fault("generator-option", "", /has no version/)],
    ],
    [
      "when a domain is misnamed",
      (rules) => {
        rules.rename("generator-option", "Generator_option");
        rules.write(FREE.replace("generator-option", "Generator_option"), "{");
      },
      [
        fault("Generator_option", "", /kebab-case/),
        fault(FREE.replace("generator-option", "Generator_option"), "", /not JSON/),
      ],
    ],
    [
      "when a version is misnamed",
      (rules) => {
        rules.rename(VERSION, "generator-option/V1");
        rules.write(FREE.replace("v1", "V1"), "{");
      },
      [fault("generator-option/V1", "", /rename it/), fault(FREE.replace("v1", "V1"), "", /not JSON/)],
    ],
    [
      "when a rule that is misnamed has more",
      (rules) =>
        rules.patch(FREE, [
          ...replace("/name", "generator-id-is-not-free"),
          ...replace("/event/params/message", "{nope}"),
          ...replace("/examples/1/violations", ["/owner"]),
        ]),
      [
        fault(FREE, "/name", /must be "generator-id-is-free"/),
        fault(FREE, "/event/params/message", /\{nope\}/),
        fault(FREE, "/examples/1/violations", /expected \/owner/),
      ],
    ],
    [
      "when several parts of one rule are faulty, each in its own way",
      (rules) =>
        rules.patch(OWNER_ID, [
          ...add("/sumary", "x"),
          ...replace("/severity", "fatal"),
          ...remove("/event/params/message"),
          ...replace(`${PARAMS}/pattern`, UNSAFE),
          ...replace("/examples/0/patch", [{ op: "remove", path: "/nope" }]),
        ]),
      [
        fault(OWNER_ID, "", /unknown key "sumary"/),
        fault(OWNER_ID, "/severity", /"fatal" is not known here/),
        fault(OWNER_ID, "/event/params", /"message" is missing/),
        fault(OWNER_ID, `${PARAMS}/pattern`, /unsafe/),
        fault(OWNER_ID, "/examples/0/patch", /does not apply/),
      ],
    ],
    [
      "when the schema of candidates has two",
      (rules) =>
        rules.patch(SCHEMA, [
          ...add("/titel", "x"),
          ...replace("/properties/generatorName/examples/0", 5),
          ...add("/properties/owner/anyOf", []),
        ]),
      [
        fault(SCHEMA, "", /unknown key "titel"/),
        fault(SCHEMA, "/properties/owner", /unknown key "anyOf"/),
        fault(SCHEMA, "/properties/generatorName/examples/0", /must be of type string/),
      ],
    ],
    [
      "when the settings and a whole example are wrong",
      (rules) => {
        rules.patch(SPEC, add("/titel", "x"));
        rules.copy(BASE, `${VERSION}/examples/other.json`);
        rules.patch(`${VERSION}/examples/other.json`, replace("/candidate/owner/kind", "agent"));
      },
      [
        fault(SPEC, "", /unknown key "titel"/),
        fault(`${VERSION}/examples/other.json`, "/diagnostics", /but found owner-kind-is-allowed/),
      ],
    ],
    [
      "when a rule and a default are wrong",
      (rules) => {
        rules.patch(OWNER_ID, replace(`${PARAMS}/pattern`, UNSAFE));
        rules.patch(SPEC, replace("/normalize/3/value", 5));
      },
      [fault(OWNER_ID, `${PARAMS}/pattern`, /unsafe/), fault(SPEC, "/normalize/3/value", /wrong-type/)],
    ],
  ])("%s", (_, breakRules, expected) => expectFaults(breakRules, expected));
});

describe("a fault in one file hides none in the rules, and adds none that only follows from it", () => {
  const words = fault(FREE, "/event/params/message", /nothing fills the placeholder \{nope\}/);
  const pattern = fault(OWNER_ID, `${PARAMS}/pattern`, /unsafe/);
  const reference = fault(OWNER_KIND, `${PARAMS}/values`, /no data at \/nope/);
  const nowhere = fault(OWNER_KIND, "/conditions/all/1/params", /"\/nope" selects nothing/);
  const violations = fault(STRATEGIES, "/examples/1/violations", /expected \/owner/);
  const breakRules = (rules: RulesFolder) => {
    rules.patch(FREE, replace("/event/params/message", "{nope}"));
    rules.patch(OWNER_ID, replace(`${PARAMS}/pattern`, UNSAFE));
    rules.patch(OWNER_KIND, [
      ...replace(`${PARAMS}/values/spec`, "/nope"),
      ...add("/conditions/all/-", {
        fact: "findings",
        params: { at: "/nope", check: "registered" },
        operator: "found",
        value: true,
      }),
    ]);
    rules.patch(STRATEGIES, replace("/examples/1/violations", ["/owner"]));
  };

  const all = [words, pattern, reference, nowhere, violations];
  const without = (...left: Told) => all.filter((one) => !left.includes(one));

  test.each<[string, (rules: RulesFolder) => void, Told]>([
    ["nothing else", () => undefined, all],
    [
      "an unknown key in spec.json",
      (rules) => rules.patch(SPEC, add("/titel", "x")),
      [...all, fault(SPEC, "", /unknown key "titel"/)],
    ],
    [
      "a wrong version and an unknown base in spec.json",
      (rules) => rules.patch(SPEC, [...replace("/version", "v2"), ...replace("/base", "nope")]),
      [
        ...without(nowhere, violations),
        fault(SPEC, "/version", /"v2" must be "v1"/),
        fault(SPEC, "/base", /no example "nope"/),
      ],
    ],
    [
      "data that is a list",
      (rules) => rules.patch(SPEC, replace("/data", [])),
      [...without(reference, violations), fault(SPEC, "/data", /must be of type object/)],
    ],
    [
      "a step that is not known",
      (rules) => rules.patch(SPEC, replace("/normalize/0/step", "shout")),
      [...without(violations), fault(SPEC, "/normalize/0/step", /"shout" is not known here/)],
    ],
    [
      "a spec.json that is not JSON",
      (rules) => rules.write(SPEC, "{"),
      [...without(reference, nowhere, violations), fault(SPEC, "", /not JSON/)],
    ],
    [
      "a spec.json that is a list",
      (rules) => rules.write(SPEC, "[]"),
      [...without(reference, nowhere, violations), fault(SPEC, "", /must be of type object/)],
    ],
    [
      "an unknown key in the schema of candidates",
      (rules) => rules.patch(SCHEMA, add("/titel", "x")),
      [...all, fault(SCHEMA, "", /unknown key "titel"/)],
    ],
    [
      "a schema of candidates that is not there",
      (rules) => rules.remove(SCHEMA),
      [...all, fault(SCHEMA, "", /missing; add it/)],
    ],
    [
      "an unknown key in the base example",
      (rules) => rules.patch(BASE, add("/titel", "x")),
      [...without(violations), fault(BASE, "", /unknown key "titel"/)],
    ],
    [
      "a base example that is not JSON",
      (rules) => rules.write(BASE, "{"),
      [...without(nowhere, violations), fault(BASE, "", /not JSON/)],
    ],
    [
      "another example that is not JSON, which may have what nothing else has",
      (rules) => rules.write(`${VERSION}/examples/other.json`, "{"),
      [...without(nowhere), fault(`${VERSION}/examples/other.json`, "", /not JSON/)],
    ],
    [
      "no examples at all",
      (rules) => rules.remove(`${VERSION}/examples`),
      [...without(nowhere, violations), fault(`${VERSION}/examples`, "", /folder is missing; add it/)],
    ],
  ])("%s", (_, breakAnother, expected) =>
    expectFaults((rules) => {
      breakRules(rules);
      breakAnother(rules);
    }, expected),
  );
});
