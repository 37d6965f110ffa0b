import { applyPatch, type Operation } from "rfc6902";
import { someOf } from "../support/runs.js";
import { buildPackage } from "./build-package.js";
import { type Neighbourhood, startNeighbourhood } from "./neighbourhood.js";
import { submit } from "./submit.js";

let hood: Neighbourhood;
beforeAll(async () => {
  hood = await startNeighbourhood();
});
afterAll(() => hood.stop());

test("ten simultaneous submissions with one Idempotency-Key are one proposal", async () => {
  const { key, submission, proposalPackage } = await buildPackage(hood, {
    address: "192.0.2.1",
    generatorId: "cloud-cover",
    description: "Clouds.",
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => submit(submission, key, { proposalPackage })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("an Idempotency-Key that was already used for another package is refused", async () => {
  const one = await buildPackage(hood, { address: "192.0.2.2", generatorId: "wind-rose", description: "Winds." });
  const other = await buildPackage(hood, { address: "192.0.2.2", generatorId: "wind-chart", description: "Winds." });
  const sameKey = one.submission.headers;
  expect((await submit(one.submission, one.key, { proposalPackage: one.proposalPackage })).status).toBe(201);
  const reused = await submit(other.submission, one.key, { proposalPackage: other.proposalPackage }, sameKey);
  expect(reused).toMatchObject({ status: 422, body: { detail: expect.stringContaining("another package") } });
});

test("of two authors who submit the same id simultaneously, one gets the ballot", async () => {
  const authors = await Promise.all([
    buildPackage(hood, { address: "192.0.2.3", generatorId: "snow-depth", description: "Snow on the ground." }),
    buildPackage(hood, { address: "192.0.2.4", generatorId: "snow-depth", description: "Depth of the snow." }),
  ]);
  const answers = await Promise.all(
    authors.map(({ key, submission, proposalPackage }) => submit(submission, key, { proposalPackage })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  const taken = (await hood.generators()).filter(({ id }) => id === "snow-depth");
  expect(taken).toHaveLength(1);
});

test("a submission without a key, with a revoked one, or without an Idempotency-Key is refused", async () => {
  const { submission, proposalPackage } = await buildPackage(hood, {
    address: "192.0.2.5",
    generatorId: "frost-days",
    description: "Days with frost.",
  });
  const issued = await fetch(`${hood.identityUrl}/keys`, { method: "POST" });
  const { id, key } = (await issued.json()) as { id: string; key: string };
  const bearer = { authorization: `Bearer ${key}` };
  const body = JSON.stringify({ proposalPackage });
  const post = async (headers: Record<string, string>) =>
    (await fetch(submission.url, { method: "POST", headers, body })).status;
  expect(await post({ "idempotency-key": "1" })).toBe(401);
  expect(await post(bearer)).toBe(400);
  expect((await fetch(`${hood.identityUrl}/keys/${id}`, { method: "DELETE", headers: bearer })).status).toBe(204);
  expect(await post({ ...bearer, "idempotency-key": "1" })).toBe(401);
});

test("the registry answers 304 until a ballot opens", async () => {
  const url = `${hood.targetUrl}/api/generators`;
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  const again = () => fetch(url, { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  const { key, submission, proposalPackage } = await buildPackage(hood, {
    address: "192.0.2.6",
    generatorId: "moon-phase",
    description: "Phases of the moon.",
  });
  await submit(submission, key, { proposalPackage });
  expect((await again()).status).toBe(200);
});

test("a package is accepted as built, and refused with any one value changed, removed, added or moved", async () => {
  const { key, proposalPackage, submission } = await buildPackage(hood, {
    address: "192.0.2.7",
    generatorId: "tide-table",
  });
  const tamperings = [...tamper(proposalPackage, "")];
  expect(tamperings.length).toBeGreaterThan(100);

  const accepted: Operation[][] = [];
  // The check of the package itself tries them all.
  for (const [attempt, patch] of someOf(tamperings, 4).entries()) {
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
