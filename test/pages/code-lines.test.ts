import { codeLines, excerptLines, type Mark } from "../../src/pages/code-lines.js";
import { html } from "../../src/pages/html.js";

const TEXT = '{\n  "a": "<b>",\n  "list": [\n    1,\n    2\n  ],\n  "c": { "old key": "x" }\n}';

function mark(part: string, more: Partial<Mark> = {}): Mark {
  const from = TEXT.indexOf(part);
  return {
    place: { from, to: from + part.length, line: TEXT.slice(0, from).split("\n").length },
    severity: "error",
    ...more,
  };
}

const textOf = (source: string) =>
  source
    .replace(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");

test("lines with marks have the text of the document, exactly", () => {
  const marks = [mark('"old key"'), mark('"<b>"'), mark("2", { severity: "warning" })];
  expect(textOf(html`${codeLines(TEXT, marks)}`.toString())).toBe(TEXT);
});

test("a marked value stands before what replaces it, and a marked key keeps its color", () => {
  const source =
    html`${codeLines(TEXT, [mark('"<b>"', { replacement: '"b"' }), mark('"old key"')])}`.toString();
  expect(source).toContain(
    '<span class="mark error"><span class="s">&quot;&lt;b&gt;&quot;</span></span><span class="becomes"> &rarr; </span><ins>&quot;b&quot;</ins>,',
  );
  expect(source).toContain(
    '<span class="mark error"><span class="k">&quot;old key&quot;</span></span>:',
  );
  expect(source.match(/class="numbered has-error" data-line="(?:2|7)"/g)).toHaveLength(2);
});

test("an excerpt has the lines around marks, and an ellipsis for each run of others", () => {
  const lines = excerptLines(TEXT, [mark("2")]).map(String);
  expect(lines.map((line) => /data-line="([^"]+)"/.exec(line)?.[1])).toEqual([
    "&#8943;",
    "4",
    "5",
    "6",
    "&#8943;",
  ]);
});
