import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { formatSpecText } from "../../src/specs/format-spec-file.js";
import fc from "../support/fast-check.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const SPACE = fc.constantFrom("", "", " ", "\n", "\n\n", "\n  ");
const STRING = fc
  .tuple(fc.nat(60), fc.constantFrom("", "\u00e9", "\\\\", "\u65e5\u672c"))
  .map(([size, end]) => `"${"x".repeat(size)}${end}"`);
const NUMBER = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom("1.50", "1.0", "1e5", "-0.5E+03", "1e-00"),
);

/** JSON with white space wherever it may be. */
const { document } = fc.letrec<{ document: string; array: string; object: string }>((tie) => {
  const listed = (parts: fc.Arbitrary<[string, string, string][]>, [open, close]: string) =>
    fc.tuple(SPACE, parts).map(([start, some]) => {
      const items = some.map(([part, before, after]) => [part + before, after] as const);
      return `${open}${start}${items.map(([part, after], at) => part + (at < items.length - 1 ? `,${after}` : "")).join("")}${close}`;
    });
  const member = (part: fc.Arbitrary<string>) =>
    fc.array(fc.tuple(part, SPACE, SPACE), { maxLength: 6 });
  return {
    document: fc.oneof(
      { maxDepth: 4 },
      STRING,
      NUMBER,
      fc.constantFrom("true", "null"),
      tie("array"),
      tie("object"),
    ),
    array: fc.oneof(
      listed(member(tie("document")), "[]"),
      listed(fc.array(fc.tuple(NUMBER, SPACE, SPACE), { maxLength: 30 }), "[]"),
    ),
    object: listed(
      member(tie("document")).map((parts) =>
        parts.map(([part, ...space], at) => [`"k${at}": ${part}`, ...space]),
      ),
      "{}",
    ),
  };
});

test("a text is formatted as Biome formats it", async () => {
  const folder = temporaryFolder();
  const texts = fc.sample(document, 300);
  await writeFile(join(folder, "biome.json"), await readFile("biome.json"));
  await Promise.all(texts.map((text, at) => writeFile(join(folder, `${at}.json`), text)));
  execFileSync(
    resolve("node_modules/.bin/biome"),
    ["format", "--write", "--vcs-enabled=false", "."],
    {
      cwd: folder,
      stdio: "ignore",
    },
  );
  for (const [at, text] of texts.entries())
    expect(formatSpecText(text)).toBe(await readFile(join(folder, `${at}.json`), "utf8"));
});

test("keeps escapes and the order of keys", () => {
  expect(formatSpecText('{"10":1.5,"2":"\\u00e9", "a":{"b":[]}}')).toBe(
    '{ "10": 1.5, "2": "\\u00e9", "a": { "b": [] } }\n',
  );
});
