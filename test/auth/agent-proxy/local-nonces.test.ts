import { LocalNonces } from "../../../src/auth/agent-proxy/local-nonces.js";

test("a nonce is accepted once per key, and again after it expires", async () => {
  let now = 0;
  const nonces = new LocalNonces(10, () => now);
  expect(await nonces.claim("a", "n", 180)).toBe(true);
  expect(await nonces.claim("a", "n", 180)).toBe(false);
  expect(await nonces.claim("b", "n", 180)).toBe(true);
  now = 179_999;
  expect(await nonces.claim("a", "n", 180)).toBe(false);
  now = 180_000;
  expect(await nonces.claim("a", "n", 180)).toBe(true);
});

test("a full store refuses new nonces, drops none early, and accepts new ones as old ones expire", async () => {
  let now = 0;
  const nonces = new LocalNonces(100, () => now);
  for (let n = 0; n < 100; n += 1) expect(await nonces.claim("a", `${n}`, 180)).toBe(true);
  expect(await nonces.claim("a", "one more", 180)).toBe(false);
  expect(await nonces.claim("a", "0", 180)).toBe(false);
  now = 180_000;
  expect(await nonces.claim("a", "one more", 180)).toBe(true);
});
