import { applyPatch, type Operation } from "rfc6902";
import { buildPackage } from "./build-package.js";
import { type Neighbourhood, startNeighbourhood } from "./neighbourhood.js";
import { submit } from "./submit.js";

let hood: Neighbourhood;
beforeAll(async () => {
  hood = await startNeighbourhood();
});
afterAll(() => hood.stop());

test("a package is accepted as built, and refused with any one value changed, removed, added or moved", async () => {
  const { key, proposalPackage, submission } = await buildPackage(hood, {
    address: "192.0.2.1",
    generatorId: "tide-table",
  });
  const tamperings = [...tamper(proposalPackage, "")];
  expect(tamperings.length).toBeGreaterThan(100);

  const accepted: Operation[][] = [];
  for (const [attempt, patch] of tamperings.entries()) {
    const tampered = structuredClone(proposalPackage);
    expect(applyPatch(tampered, patch)).toEqual(patch.map(() => null));
    const { status } = await submit(
      submission,
      key,
      { proposalPackage: tampered },
      { "idempotency-key": `${attempt}` },
    );
    if (status !== 422) accepted.push(patch);
  }
  expect(accepted).toEqual([]);
  expect((await submit(submission, key, { proposalPackage })).status).toBe(201);
});

/** For every value in the document, leaf or container: patches that change just that value. */
function* tamper(value: unknown, path: string): Iterable<Operation[]> {
  if (path !== "") yield [{ op: "remove", path }];
  if (typeof value !== "object" || value === null) {
    yield [{ op: "replace", path, value: other(value) }];
    yield [{ op: "replace", path, value: null }];
    return;
  }
  yield [{ op: "add", path: `${path}/${Array.isArray(value) ? "-" : "extra"}`, value: "extra" }];
  if (Array.isArray(value) && value.length > 1) yield [{ op: "move", from: `${path}/0`, path: `${path}/1` }];
  for (const [name, child] of Object.entries(value)) yield* tamper(child, `${path}/${name}`);
}

function other(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/.$/u, (last) => (last === "0" ? "1" : "0")) || "0";
  return typeof value === "number" ? value + 1 : !value;
}
