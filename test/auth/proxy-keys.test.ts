import { parseProxyKeys } from "../../src/auth/proxy-keys.js";
import { KNOWN_KEY, PUBLIC_KEY } from "../support/signed-call.js";

const good = { ...KNOWN_KEY.jwk, kid: "a" };

test("a JWK Set yields its keys by id, with their validity", () => {
  const keys = parseProxyKeys(
    JSON.stringify({
      keys: [
        { ...good, use: "sig", alg: "EdDSA", nbf: 5, exp: 9 },
        { ...good, kid: "b" },
      ],
    }),
  );
  expect(keys.get("a")).toMatchObject({ nbf: 5, exp: 9 });
  expect(keys.get("b")).toMatchObject({ nbf: 0, exp: Number.POSITIVE_INFINITY });
  expect(keys.get("a")?.publicKey.asymmetricKeyType).toBe("ed25519");
});

test("every error is reported, and no private key is quoted", () => {
  const keys = [
    { ...good, kty: "EC" },
    { ...good, kid: "" },
    { ...good, x: `${PUBLIC_KEY.slice(0, -1)}p` },
    { ...good, d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A" },
    { ...good, exp: "tomorrow" },
    { ...good, kid: undefined },
  ];
  let thrown: unknown;
  try {
    parseProxyKeys(JSON.stringify({ keys }));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    errors: [
      '/keys/0/kty must be "OKP"',
      expect.stringMatching(/^\/keys\/1\/kid must match pattern/),
      expect.stringMatching(/^\/keys\/2\/x must match pattern/),
      "/keys/3/d is not allowed here; remove it",
      "/keys/4/exp must be number",
      "/keys/5 must have required property 'kid'",
    ],
  });
  expect(String(thrown)).not.toContain("nWGxne");
});

const hex = (text: string) => Buffer.from(text, "hex").toString("base64url");

test.each([
  ["zero", "00".repeat(32), "small order"],
  ["one", `01${"00".repeat(31)}`, "small order"],
  ["one, with a sign", `01${"00".repeat(30)}80`, "small order"],
  ["minus one", `ec${"ff".repeat(30)}7f`, "small order"],
  ["of order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", "small order"],
  ["of order 8, with a sign", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85", "small order"],
  ["the other of order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", "small order"],
  ["the prime itself", `ed${"ff".repeat(30)}7f`, "canonical form"],
  ["one more than the prime", `ee${"ff".repeat(30)}7f`, "canonical form"],
  ["all ones", "ff".repeat(32), "canonical form"],
])("a key for which anyone could sign, or that has two encodings, is refused: %s", (_, x, why) => {
  expect(() => parseProxyKeys(JSON.stringify({ keys: [good, { ...good, kid: "b", x: hex(x) }] }))).toThrow(
    expect.objectContaining({ errors: [expect.stringMatching(`^/keys/1/x .*${why}`)] }),
  );
});

test("a duplicate key id is an error", () => {
  expect(() => parseProxyKeys(JSON.stringify({ keys: [good, good] }))).toThrow("/keys/1/kid repeats /keys/0/kid");
});
