import { createHash } from "node:crypto";
import { parseKeys } from "../../src/auth/bearer/parse-keys.js";
import { assay, assayHere } from "./run-assay.js";

test("a new key matches its entry, and the entry is valid in a keys file", async () => {
  const { code, stdout } = await assay(["keys", "new", "ci-agent"]);
  const [, key = "", entry = ""] = /^key: +(ai_\S+)\nentry: (.+)\n$/.exec(stdout) ?? [];
  expect(code).toBe(0);
  const sha256 = createHash("sha256").update(key).digest("hex");
  expect(JSON.parse(entry)).toEqual({ id: "ci-agent", sha256 });
  expect(parseKeys(`{"keys":[${entry}]}`).get(sha256)?.id).toBe("ci-agent");
});

test("an id is generated if none is given, and refused if the keys file would refuse it", async () => {
  const [unnamed, refused] = await Promise.all([assayHere(["keys", "new"]), assayHere(["keys", "new", "two words"])]);
  expect(unnamed.stdout).toMatch(/"id":"key-[0-9a-f]{8}"/);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
});
