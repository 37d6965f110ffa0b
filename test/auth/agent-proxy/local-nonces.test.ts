import { LocalNonces } from "../../../src/auth/agent-proxy/local-nonces.js";

test("a nonce is good once per key, and again after its time", async () => {
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

test("a full store refuses new nonces, forgets none early and takes new ones as the old expire", async () => {
  let now = 0;
  const nonces = new LocalNonces(100, () => now);
  for (let n = 0; n < 100; n += 1) expect(await nonces.claim("a", `${n}`, 180)).toBe(true);
  expect(await nonces.claim("a", "one more", 180)).toBe(false);
  expect(await nonces.claim("a", "0", 180)).toBe(false);
  now = 180_000;
  expect(await nonces.claim("a", "one more", 180)).toBe(true);
});
