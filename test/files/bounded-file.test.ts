import { readBounded, withinLimit } from "../../src/files/bounded-file.js";
import { fingerprintOf } from "../../src/live/fingerprint.js";

test("a mount that hangs does not keep files elsewhere from being read", async () => {
  let release = () => {};
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reading = { name: "the rules", mount: "rules", key: "rules" };
  await expect(withinLimit(reading, 1, () => hanging)).rejects.toThrow(/cannot be read within/);
  await expect(readBounded("package.json")).resolves.toBeDefined();
  await expect(fingerprintOf("package.json", ["rules"])).resolves.toHaveProperty("whole");
  release();
});
