import { LocalNonces } from "../../src/rate-limit/local-nonces.js";

const LIMITS = { seconds: 180, perCaller: 10 };

test("a nonce is known until it expires", () => {
  let now = 0;
  const nonces = new LocalNonces(LIMITS, 100, () => now);
  nonces.add("a", "n");
  now = 179_999;
  expect([nonces.has("a", "n"), nonces.has("a", "m"), nonces.has("b", "n")]).toEqual([true, false, false]);
  now = 180_000;
  expect(nonces.has("a", "n")).toBe(false);
});

test("a caller with too many nonces waits for its oldest one to expire", () => {
  let now = 0;
  const nonces = new LocalNonces(LIMITS, 100, () => now);
  for (; now < 10; now++) {
    expect(nonces.wait("a")).toBe(0);
    nonces.add("a", `${now}`);
  }
  expect([nonces.wait("a"), nonces.wait("b")]).toEqual([179_990, 0]);
  now = 180_000;
  expect([nonces.wait("a"), nonces.has("a", "0"), nonces.has("a", "1")]).toEqual([0, false, true]);
});

test("a full store has no room for anyone, drops none early, and has room again when old ones expire", () => {
  let now = 0;
  const nonces = new LocalNonces(LIMITS, 100, () => now);
  for (let n = 0; n < 100; n++) nonces.add(`${n % 20}`, `${n}`);
  now = 1_000;
  expect([nonces.wait("0"), nonces.wait("another")]).toEqual([179_000, 179_000]);
  for (let n = 0; n < 100; n++) expect(nonces.has(`${n % 20}`, `${n}`)).toBe(true);
  nonces.delete("0", "0");
  expect(nonces.wait("another")).toBe(0);
  nonces.add("another", "n");
  now = 180_000;
  expect([nonces.wait("0"), nonces.has("another", "n")]).toEqual([0, true]);
});
