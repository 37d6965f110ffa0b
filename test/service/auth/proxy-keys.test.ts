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

test("a duplicate key id is an error", () => {
  expect(errorsIn(good, good)).toEqual([
    expect.stringContaining("/keys/1/kid: repeats /keys/0/kid"),
  ]);
});
