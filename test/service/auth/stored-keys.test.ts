import { errorText, type InvalidFiles } from "../../../src/ground/files/file-error.js";
import { readCredentials } from "../../../src/service/auth/read-credentials.js";
import {
  newDevelopmentKey,
  newKey,
  parseKeys,
  storedKeyVerifier,
} from "../../../src/service/auth/stored-keys.js";

const NOW = Date.parse("2026-11-15T00:00:00Z");
const alice = newKey("alice");

const file = (...keys: object[]) => JSON.stringify({ keys });
const verify = (text: string, key = alice.key) =>
  storedKeyVerifier({ current: () => parseKeys(text, "keys.json") }, () => NOW).verify(
    key,
    "ip:192.0.2.1",
  );

test("a new key is the prefix and 256 random bits, and is a valid bearer key", () => {
  expect(alice.key).toMatch(/^ai_[\w-]{43}$/);
  expect(newKey("alice").key).not.toBe(alice.key);
  expect(readCredentials(["Authorization", `Bearer ${alice.key}`])).toMatchObject({
    kind: "bearer",
    key: alice.key,
  });
});

test("a key in the file is accepted under its id", async () => {
  expect(await verify(file(newKey("bob").entry, alice.entry))).toEqual({ callerId: "alice" });
});

test.each([
  ["unknown", {}, newKey("eve").key],
  ["disabled", { disabled: true }, alice.key],
  ["expired", { expiresAt: "2026-11-15T01:00:00+01:00" }, alice.key],
])("a key that is %s is refused without being repeated", async (_, more, key) => {
  const verdict = await verify(file({ ...alice.entry, ...more }), key);
  expect(verdict).toMatchObject({ code: "invalid-credentials" });
  expect(JSON.stringify(verdict)).not.toContain(key.slice(3, 9));
});

test("a key that expires later or is explicitly enabled is accepted", async () => {
  const entry = { ...alice.entry, expiresAt: "2026-11-15T00:00:01Z", disabled: false };
  expect(await verify(file(entry))).toMatchObject({ callerId: expect.any(String) });
});

/** The errors of a keys file, as an operator reads them. */
function errorsIn(text: string): string[] {
  try {
    parseKeys(text, "keys.json");
    return [];
  } catch (error) {
    return (error as InvalidFiles).errors.map(errorText);
  }
}

test("every error in a keys file is reported, and no key is quoted", () => {
  const text = file(
    { id: "two words", sha256: alice.key },
    { id: "a", sha256: alice.entry.sha256.toUpperCase(), expiresAt: "tomorrow" },
    { id: "b", sha256: alice.entry.sha256, disable: true },
    { sha256: alice.entry.sha256 },
  );
  const details = [
    /^keys.json: \/keys\/0\/id: must match pattern/,
    /^keys.json: \/keys\/0\/sha256: must match pattern/,
    /^keys.json: \/keys\/1\/sha256: must match pattern/,
    /^keys.json: \/keys\/1\/expiresAt: must match format "date-time"/,
    /^keys.json: \/keys\/2\/disable: is not a known property; remove it/,
    /^keys.json: \/keys\/3: must have required property 'id'/,
  ];
  expect(errorsIn(text)).toEqual(details.map((detail) => expect.stringMatching(detail)));
  expect(errorsIn(text).join()).not.toContain(alice.key);
  expect(errorsIn(`{"keys": ${alice.key}}`)).toEqual([
    "keys.json: is not valid JSON; fix its syntax",
  ]);
});

test("a duplicate id or key is an error", () => {
  const text = file(
    alice.entry,
    { ...newKey("bob").entry, id: "alice" },
    { ...alice.entry, id: "carol" },
  );
  expect(errorsIn(text)).toEqual([
    "keys.json: /keys/1/id: repeats /keys/0/id; remove one of them",
    "keys.json: /keys/2/sha256: repeats /keys/0/sha256; remove one of them",
  ]);
});

test("the development key is accepted, and differs in each process", async () => {
  const { key, bearer } = newDevelopmentKey();
  expect(await bearer.verify(key, "")).toEqual({ callerId: "development" });
  expect(await bearer.verify(newDevelopmentKey().key, "")).toMatchObject({
    code: "invalid-credentials",
  });
});

test.each([
  ["beside the keys", { keys: [], [alice.key]: "alice" }, ""],
  ["in an entry", { keys: [{ ...alice.entry, [alice.key]: true }] }, "/keys/0: "],
  ["without its prefix", { keys: [{ ...alice.entry, [alice.key.slice(3)]: true }] }, "/keys/0: "],
])("a key that was pasted as the name of a property is not quoted: %s", (_, content, place) => {
  const detail = "has an unknown property whose name may be a key; remove it";
  expect(errorsIn(JSON.stringify(content))).toEqual([`keys.json: ${place}${detail}`]);
});
