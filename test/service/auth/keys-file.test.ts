import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorOfFile, errorText, InvalidFiles } from "../../../src/ground/files/file-error.js";
import { openKeys } from "../../../src/service/auth/keys-file.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const parse = (text: string, file: string): string => {
  if (text.startsWith("bad"))
    throw new InvalidFiles([errorOfFile(file, "is bad"), errorOfFile(file, "is very bad")]);
  return text;
};

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), "file");
});

async function open() {
  const reports: (readonly string[])[] = [];
  const file = await openKeys(path, parse, (errors) => reports.push(errors.map(errorText)));
  return { file, reports };
}

test("a file that is missing or invalid at the start is refused with all its errors", async () => {
  await expect(open()).rejects.toThrow(
    `${path}: cannot be read: no such file or directory; check the path`,
  );
  await writeFile(path, "bad");
  await expect(open()).rejects.toThrow(`${path}: is bad\n${path}: is very bad`);
});

test("the content follows writes in place, atomic replacement and quick writes of the same length", async () => {
  await writeFile(path, "0000");
  const { file, reports } = await open();
  for (let n = 1; n <= 50; n += 1) {
    const text = String(n).padStart(4, "0");
    await writeFile(n % 2 ? path : `${path}.new`, text);
    if (n % 2 === 0) await rename(`${path}.new`, path);
    await file.poll();
    expect(file.current()).toBe(text);
  }
  expect(reports).toEqual([]);
});

test("while the file is invalid or missing, the last good content stays, and each error is reported once", async () => {
  await writeFile(path, "good");
  const { file, reports } = await open();
  await writeFile(path, "bad");
  await file.poll();
  await file.poll();
  await rm(path);
  await file.poll();
  await file.poll();
  expect(file.current()).toBe("good");
  expect(reports).toEqual([
    [`${path}: is bad`, `${path}: is very bad`],
    [`${path}: cannot be read: no such file or directory; check the path`],
  ]);
  await writeFile(path, "better");
  await file.poll();
  expect(file.current()).toBe("better");
});
