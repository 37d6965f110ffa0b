import { madeOnce } from "../../src/cache/made-once.js";

test("what is made is kept with its content, and a failure is not kept", async () => {
  const once = madeOnce<Promise<number>>();
  const content = {};
  let calls = 0;
  const make = async () => {
    calls++;
    if (calls === 1) throw new Error("no memory");
    return calls;
  };
  await expect(once(content, "page", make)).rejects.toThrow("no memory");
  expect(await once(content, "page", make)).toBe(2);
  expect(await once(content, "page", make)).toBe(2);
  expect(await once({}, "page", make)).toBe(3);
});
