import { build, type ProposalPackage, verifyPackage } from "../../src/index.js";
import { digest } from "../../src/json/digest.js";
import { join } from "../../src/json/pointer.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { copy } from "../support/json.js";

const specs = compiledSpecs("rules");
const example = specs.get("generator-option")?.current?.source.examples["city-weather"];
const { candidate } = example as { candidate: unknown };
const request = { targetProduct: "sample-studio", domainId: "generator-option", candidate };
const built = (await build(specs, request)).proposalPackage as ProposalPackage;

interface Place {
  path: string;
  holder: Record<string, unknown>;
  key: string;
}

/** Every property and item of a package, with its container. */
function places(value: unknown, path = ""): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ path, holder, key }, ...places(holder[key], join(path, key))]);
}

function other(value: unknown): unknown {
  if (typeof value === "string") return `${value} `;
  if (typeof value === "number") return value + 1;
  return null;
}

test("a built package is verified, even after serialization and with its properties in another order", async () => {
  expect(await verifyPackage(specs, built)).toMatchObject({ verified: true, reasons: [], verdict: { valid: true } });
  const shuffled = Object.fromEntries(Object.entries(copy(built)).reverse());
  expect((await verifyPackage(specs, shuffled)).verified).toBe(true);
});

test("a package with any one value changed is refused", async () => {
  const count = places(built).length;
  expect(count).toBeGreaterThan(40);
  for (let n = 0; n < count; n++) {
    const tampered = copy(built);
    const { path, holder, key } = places(tampered)[n] as Place;
    holder[key] = other(holder[key]);
    expect([path, key, (await verifyPackage(specs, tampered)).verified]).toEqual([path, key, false]);
  }
});

test("a package with any one value removed is refused", async () => {
  for (let n = 0; n < places(built).length; n++) {
    const tampered = copy(built);
    const { path, holder, key } = places(tampered)[n] as Place;
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
    expect([path, key, (await verifyPackage(specs, tampered)).verified]).toEqual([path, key, false]);
  }
});

/** An attacker who changes a package can also recompute its digest. */
const sealed = (change: object) => {
  const { digest: _, ...content } = { ...copy(built), ...change };
  return { ...content, digest: digest(content) };
};

test.each<[string, () => object, string]>([
  [
    "an invalid proposal with a correct digest",
    () => sealed({ proposal: { ...(built.proposal as object), owner: { kind: "agent", id: "x" } } }),
    "its proposal is not valid",
  ],
  [
    "a proposal that is not in normal form",
    () => sealed({ proposal: { ...(built.proposal as object), generatorName: " City  weather" } }),
    "its content does not match its digest, or is not in normal form",
  ],
  [
    "different rules of the same version",
    () => sealed({ specPackage: { version: "v1", digest: "sha256:0" } }),
    "it was built with different rules of the same version",
  ],
  [
    "another format",
    () => sealed({ formatVersion: "2" }),
    "its content does not match its digest, or is not in normal form",
  ],
  [
    "a version that is not loaded",
    () => sealed({ specPackage: { version: "v9", digest: "" } }),
    'no released spec package "v9" of "generator-option" is loaded',
  ],
])("%s is refused, with the reason", async (_, make, reason) => {
  const { verified, reasons } = await verifyPackage(specs, make());
  expect(verified).toBe(false);
  expect(reasons).toContain(reason);
});

test("a package whose id has been taken since is refused", async () => {
  const { verified, verdict } = await verifyPackage(specs, built, { registry: ["city-weather"] });
  expect(verified).toBe(false);
  expect(verdict?.diagnostics[0]?.code).toBe("generator-id-is-free");
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a string", "x"],
  ["an array", []],
  ["an empty object", {}],
  ["a domain that is not a string", { domainId: { toString: 1, valueOf: 1 }, specPackage: {} }],
  [
    "a version that is not a string",
    { domainId: "generator-option", specPackage: { version: { toString: 1, valueOf: 1 } } },
  ],
  ["no proposal", { domainId: "generator-option", specPackage: { version: "v1" } }],
])("%s is refused without throwing", async (_, received) => {
  expect((await verifyPackage(specs, received)).verified).toBe(false);
});

test("a target product that is not a string is refused without throwing", async () => {
  const received = { ...copy(built), targetProduct: { toString: 1, valueOf: 1 } };
  expect((await verifyPackage(specs, received)).verified).toBe(false);
});
