import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigErrors, WatchedFile } from "../../src/auth/config-file.js";

const parse = (text: string): string => {
  if (text.startsWith("bad")) throw new ConfigErrors(["is bad", "is very bad"]);
  return text;
};

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "watched-"));
  path = join(folder, "file");
});
afterEach(() => rm(folder, { recursive: true }));

async function open(everyMs = 3_600_000) {
  const reports: (readonly string[])[] = [];
  const file = await WatchedFile.open(path, parse, { onErrors: (errors) => reports.push(errors), everyMs });
  return { file, reports };
}

test("a file that is missing or invalid at the start is refused with all its errors", async () => {
  await expect(open()).rejects.toThrow(`${path}: cannot be read: no such file or directory; check the path`);
  await writeFile(path, "bad");
  await expect(open()).rejects.toMatchObject({ errors: [`${path}: is bad`, `${path}: is very bad`] });
});

test("the content follows writes in place, atomic replacement and quick writes of the same length", async () => {
  await writeFile(path, "0000");
  const { file, reports } = await open();
  for (let n = 1; n <= 50; n += 1) {
    const text = String(n).padStart(4, "0");
    await writeFile(n % 2 ? path : `${path}.new`, text);
    if (n % 2 === 0) await rename(`${path}.new`, path);
    await file.refresh();
    expect(file.current).toBe(text);
  }
  expect(reports).toEqual([]);
  file.close();
});

test("while the file is invalid or missing, the last good content stays, and each error is reported once", async () => {
  await writeFile(path, "good");
  const { file, reports } = await open();
  await writeFile(path, "bad");
  await file.refresh();
  await file.refresh();
  await rm(path);
  await file.refresh();
  await file.refresh();
  expect(file.current).toBe("good");
  expect(reports).toEqual([
    [`${path}: is bad`, `${path}: is very bad`],
    [`${path}: cannot be read: no such file or directory; check the path`],
  ]);
  await writeFile(path, "better");
  await file.refresh();
  expect(file.current).toBe("better");
  file.close();
});

test("a change is noticed without a call to refresh", async () => {
  await writeFile(path, "good");
  const { file } = await open(5);
  await writeFile(path, "better");
  while (file.current !== "better") await new Promise((resolve) => setTimeout(resolve, 5));
  file.close();
});
