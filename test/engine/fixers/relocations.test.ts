import { applyFix, baseCandidate, evaluateCandidate } from "../generator-option.js";

const { owner: _, rationaleNotes, ...withoutOwner } = structuredClone(baseCandidate);
const owner = baseCandidate.owner as { readonly kind: string; readonly id: string };
const records = baseCandidate.sampleRecords as readonly object[];
const problemsOf = async (candidate: object) =>
  (await evaluateCandidate(candidate)).diagnostics.filter(({ severity }) => severity === "error");

describe("keys that belong in one absent object", () => {
  const candidate = {
    ...withoutOwner,
    rationaleNotes,
    ownerKind: owner.kind,
    "owner.id": owner.id,
  };

  test("are one problem, and so is the object; one fix moves them", async () => {
    const problems = await problemsOf(candidate);
    expect(problems).toMatchObject([
      {
        code: "unknown-property",
        path: "/candidate/ownerKind",
        message: 'unknown property "ownerKind"; it belongs in "owner", together with owner.id',
        fixes: [
          { title: 'Move them into "owner" as "kind", "id"', applicability: "machine-applicable" },
        ],
      },
    ]);
    expect(applyFix(candidate, problems[0]?.fixes[0])).toEqual(baseCandidate);
  });

  test("are a problem each if the object is there, and what it lacks is none", async () => {
    const problems = await problemsOf({ ...candidate, owner: {} });
    expect(problems.map(({ path }) => path)).toEqual([
      "/candidate/ownerKind",
      "/candidate/owner.id",
    ]);
  });

  test("stay if another key is meant as the same property", async () => {
    const twice = { ...candidate, ownerId: "emp_9" };
    const { repair } = await evaluateCandidate(twice);
    expect(applyFix(twice, repair)).toMatchObject({
      owner: { kind: owner.kind, id: owner.id },
      ownerId: "emp_9",
    });
  });
});

describe("a value that is there", () => {
  test.each([
    [{ ...baseCandidate, rationale: "Another reason." }, "/candidate/rationale"],
    [{ ...baseCandidate, ownerId: "emp_9" }, "/candidate/ownerId"],
    [
      {
        ...baseCandidate,
        texts: { rationaleNotes: "Another reason.", description: "Another text." },
      },
      "/candidate/texts",
    ],
  ])("is never moved onto (%#)", async (candidate, path) => {
    const [problem] = await problemsOf(candidate);
    expect(problem?.path).toBe(path);
    expect((await evaluateCandidate(candidate)).repair).toBeUndefined();
    for (const { patch } of problem?.fixes ?? [])
      expect(patch.map(({ op }) => op)).toEqual(["remove"]);
  });

  test("is one problem if it stands beside its empty property", async () => {
    const candidate = { ...baseCandidate, rationaleNotes: null, rationale: rationaleNotes };
    expect(await problemsOf(candidate)).toMatchObject([
      { code: "unknown-property", path: "/candidate/rationale" },
    ]);
    expect(applyFix(candidate, (await evaluateCandidate(candidate)).repair)).toEqual(baseCandidate);
  });
});

test("two keys of a record with one value, of which one is empty, are never both kept as a name", async () => {
  const [first, ...more] = structuredClone(records);
  const candidate = { ...baseCandidate, sampleRecords: [{ ...first, rainy_days: "" }, ...more] };
  const { repair } = await evaluateCandidate(candidate);
  expect(applyFix(candidate, repair)).toEqual(baseCandidate);
});
