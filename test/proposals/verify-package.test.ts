import { build, type ProposalPackage, verifyPackage } from "../../src/index.js";
import { digest } from "../../src/json/digest.js";
import { joinPointer } from "../../src/json/pointer.js";
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
  return Object.keys(holder).flatMap((key) => [{ path, holder, key }, ...places(holder[key], joinPointer(path, key))]);
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

test.each<[string, (place: Place) => void]>([
  ["changed", ({ holder, key }) => Object.assign(holder, { [key]: other(holder[key]) })],
  ["removed", ({ holder, key }) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key])],
])("a package with any one value %s is refused", async (_, tamper) => {
  const count = places(built).length;
  expect(count).toBeGreaterThan(40);
  for (let n = 0; n < count; n++) {
    const tampered = copy(built);
    const { path, key, holder } = places(tampered)[n] as Place;
    tamper({ path, key, holder });
    expect([path, key, (await verifyPackage(specs, tampered)).verified]).toEqual([path, key, false]);
  }
});

/** An attacker who changes a package can also recompute its digest. */
const sealed = (change: object) => {
  const { digest: _, ...content } = { ...copy(built), ...change };
  return { ...content, digest: digest(content) };
};

const UNLIKE = "its content does not match its digest, or is not in normal form";
const proposal = (change: object) => ({ proposal: { ...(built.proposal as object), ...change } });
test.each<[change: object, reason: string]>([
  [proposal({ owner: { kind: "agent", id: "x" } }), "its proposal is not valid"],
  [proposal({ generatorName: " City  weather" }), UNLIKE],
  [{ specPackage: { version: "v1", digest: "sha256:0" } }, "it was built with different rules of the same version"],
  [{ formatVersion: "2" }, UNLIKE],
  [{ specPackage: { version: "v9", digest: "" } }, 'no released spec package "v9" of "generator-option" is loaded'],
])("%j with a correct digest is refused, with the reason", async (change, reason) => {
  const { verified, reasons } = await verifyPackage(specs, sealed(change));
  expect(verified).toBe(false);
  expect(reasons).toContain(reason);
});

test("a package whose id has been taken since is refused", async () => {
  const { verified, verdict } = await verifyPackage(specs, built, { registry: ["city-weather"] });
  expect(verified).toBe(false);
  expect(verdict?.diagnostics[0]?.code).toBe("generator-id-is-free");
});

const ODD = { toString: 1, valueOf: 1 };
test.each<[received: unknown]>([
  [undefined],
  [[]],
  [{}],
  [{ domainId: ODD, specPackage: {} }],
  [{ domainId: "generator-option", specPackage: { version: ODD } }],
  [{ ...built, targetProduct: ODD }],
])("what is no package is refused without throwing: %j", async (received) => {
  expect((await verifyPackage(specs, received)).verified).toBe(false);
});
