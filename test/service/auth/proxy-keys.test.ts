import { errorText, type InvalidFiles } from "../../../src/ground/files/file-error.js";
import { parseProxyKeys } from "../../../src/service/auth/proxy-keys.js";
import { KNOWN_KEY, PUBLIC_KEY } from "../../support/signed-call.js";

const good = { ...KNOWN_KEY.jwk, kid: "a" };

test("a JWK Set yields its keys by id, with their validity", () => {
  const keys = parseProxyKeys(
    JSON.stringify({
      keys: [
        { ...good, use: "sig", alg: "EdDSA", nbf: 5, exp: 9 },
        { ...good, kid: "b" },
      ],
    }),
    "keys.json",
  );
  expect(keys.get("a")).toMatchObject({ nbf: 5, exp: 9 });
  expect(keys.get("b")).toMatchObject({ nbf: 0, exp: Number.POSITIVE_INFINITY });
  expect(keys.get("a")?.publicKey.asymmetricKeyType).toBe("ed25519");
});

/** The errors of a JWK Set, as an operator reads them. */
function errorsIn(...keys: object[]): string[] {
  try {
    parseProxyKeys(JSON.stringify({ keys }), "keys.json");
    return [];
  } catch (error) {
    return (error as InvalidFiles).errors.map(errorText);
  }
}

test("every error is reported, and no private key is quoted", () => {
  const keys = [
    { ...good, kty: "EC" },
    { ...good, kid: "" },
    { ...good, x: `${PUBLIC_KEY.slice(0, -1)}p` },
    { ...good, d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A" },
    { ...good, exp: "tomorrow" },
    { ...good, kid: undefined },
  ];
  const details = [
    /\/keys\/0\/kty: must be "OKP"$/,
    /\/keys\/1\/kid: must match pattern/,
    /\/keys\/2\/x: must match pattern/,
    /\/keys\/3\/d: is not allowed here; remove it$/,
    /\/keys\/4\/exp: must be number$/,
    /\/keys\/5: must have required property 'kid'$/,
  ];
  expect(errorsIn(...keys)).toEqual(details.map((detail) => expect.stringMatching(detail)));
  expect(errorsIn(...keys).join()).not.toContain("nWGxne");
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
  expect(errorsIn(good, { ...good, kid: "b", x: hex(x) })).toEqual([expect.stringMatching(`/keys/1/x: .*${why}`)]);
});

test("a duplicate key id is an error", () => {
  expect(errorsIn(good, good)).toEqual([expect.stringContaining("/keys/1/kid: repeats /keys/0/kid")]);
});
