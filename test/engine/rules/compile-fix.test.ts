import { evaluate } from "../../../src/engine/evaluate.js";
import type { CheckSource, DeclarationSource, FixSource } from "../../../src/engine/grammar.js";
import type { Fix } from "../../../src/engine/violation.js";
import type { Json } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { casesOf } from "../../support/cases.js";
import { specOf } from "../spec-of.js";

const testEach = casesOf(import.meta.url);

const columns: DeclarationSource = {
  at: "/columns/*",
  name: "/name",
  records: "/rows/*",
  references: "/columns/*/references",
};

/** The fixes that a rule offers for the first place where its check does not hold. */
async function fixesOf(
  check: CheckSource,
  fixes: Partial<FixSource>[],
  candidate: Json,
): Promise<Fix[] | undefined> {
  const whole = fixes.map(
    (fix): FixSource => ({ title: "Do it", applicability: "maybe-incorrect", ...fix }),
  );
  const spec = specOf({
    rules: { rule: { check, fixes: whole } },
    data: { most: 2 },
    declarations: { columns },
  });
  const { diagnostics } = await evaluate(spec, candidate, RegistryIndex.of([]));
  return diagnostics[0]?.fixes;
}

const small: CheckSource = { at: "/rows/*/n", range: { max: 2 } };
const titles = (fixes: Fix[] | undefined) => fixes?.map(({ title }) => title);

test("a fix speaks of the request", async () => {
  const fixes = await fixesOf(small, [{ title: "Use {max}", set: { "{path}": "{max}" } }], {
    rows: [{ n: 5 }],
  });
  expect(fixes).toEqual([
    {
      title: "Use 2",
      applicability: "maybe-incorrect",
      patch: [{ op: "replace", path: "/candidate/rows/0/n", value: 2 }],
    },
  ]);
});

const compare = (path: string, operator: string, value: Json) => ({ path, operator, value });
describe("a fix with a condition is offered only where it holds", () => {
  const remove = { title: "Remove it", remove: "{path}", when: compare("/soft", "equal", true) };
  const replace = { title: "Replace it", set: { "{path}": 2 }, when: { not: remove.when } };
  const ofItem = {
    remove: "{path}",
    when: { fact: "item" as const, ...compare("/soft", "exists", true) },
  };
  const byItem = { remove: "{path}", when: compare("/n", "equal", { item: "/n" }) };
  const bySpec = { remove: "{path}", when: compare("/n", "greaterThan", { spec: "/most" }) };
  const count = { fact: "count" as const, params: { at: "/rows/*" }, operator: "equal", value: 2 };
  const counted = { remove: "{path}", when: count };
  const declared: CheckSource = { at: "/rows/*/{columns}", range: { max: 2 } };
  test.each<[string, Partial<FixSource>[], Json, string[], CheckSource?]>([
    ["on the candidate", [remove, replace], { soft: true, rows: [{ n: 5 }] }, ["Remove it"]],
    ["or else", [remove, replace], { rows: [{ n: 5 }] }, ["Replace it"]],
    ["on the item of the place", [ofItem], { rows: [{ n: 5, soft: 0 }] }, ["Do it"]],
    ["on no other item", [ofItem], { soft: 0, rows: [{ n: 5 }, { soft: 0 }] }, []],
    ["on the candidate and the item", [byItem], { n: 5, rows: [{ n: 5 }] }, ["Do it"]],
    ["on the candidate and data", [bySpec], { n: 3, rows: [{ n: 5 }] }, ["Do it"]],
    ["on how many there are", [counted], { rows: [{ n: 5 }, {}] }, ["Do it"]],
    [
      "on a declaration",
      [ofItem],
      { columns: [{ name: "a", soft: 0 }], rows: [{ a: 5 }] },
      ["Do it"],
      declared,
    ],
  ])("%s", async (_, fixes, candidate, expected, check = small) => {
    expect(titles(await fixesOf(check, fixes, candidate))).toEqual(expected);
  });
});

describe("the applicability is the most that a fix may claim", () => {
  const kebab: CheckSource = { at: "/id", pattern: "^[a-z-]+$", suggest: "kebab-case" };
  testEach<[string, Partial<FixSource>, Json, string | undefined]>(
    "the applicability of a fix: %s",
    async (_, fix, candidate, applicability) => {
      expect((await fixesOf(kebab, [fix], candidate))?.map((one) => one.applicability)).toEqual([
        applicability,
      ]);
    },
  );

  test("less is claimed where the proof fails", async () => {
    const fix = { title: "-", applicability: "machine-applicable" as const, set: { "{path}": 1 } };
    const rules = {
      small: { check: small, fixes: [fix] },
      large: { check: { at: "/rows/*/n", range: { min: 2 } } },
    };
    const { diagnostics } = await evaluate(
      specOf({ rules }),
      { rows: [{ n: 5 }] },
      RegistryIndex.of([]),
    );
    expect(diagnostics[0]?.fixes).toMatchObject([{ applicability: "maybe-incorrect" }]);
  });
});

describe("a fix is not offered", () => {
  const known: CheckSource = { at: "/c", "one-of": ["red"] };
  testEach<[string, CheckSource, Partial<FixSource>, Json]>(
    "no fix is offered %s",
    async (_, check, fix, candidate) => {
      for (const applicability of [
        "maybe-incorrect",
        "has-placeholders",
        "machine-applicable",
      ] as const)
        expect(await fixesOf(check, [{ ...fix, applicability }], candidate)).toEqual([]);
    },
  );

  test("where it would touch more than 50 places", async () => {
    const rows = (length: number) => ({ c: "x", rows: Array.from({ length }, () => ({ y: 1 })) });
    const fix = { remove: ["/rows/*/y", "{path}"] };
    expect((await fixesOf(known, [fix], rows(49)))?.[0]?.patch).toHaveLength(50);
    expect(await fixesOf(known, [fix], rows(50))).toEqual([]);
  });
});

test("the other spellings of a name are offered too, in all records", async () => {
  const check: CheckSource = { at: "/columns/*/name", pattern: "^[a-z_]+$", suggest: "snake-case" };
  const fix = { title: "{suggestion}", rename: { "{path}": "{suggestion}" } };
  const rows = Array.from({ length: 40 }, () => ({ länge: 1 }));
  const fixes = await fixesOf(check, [fix], { columns: [{ name: "länge" }], rows });
  expect(titles(fixes)).toEqual(["lange", "_lange"]);
  expect(fixes?.map(({ patch }) => patch.length)).toEqual([41, 41]);
});
