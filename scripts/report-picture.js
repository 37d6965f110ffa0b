import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** Draws what `assay validate` prints on a terminal, for the README. A test compares it with a new run. */
const [file = "docs/validate.svg"] = process.argv.slice(2);
const COMMAND = ["validate", "examples/tide-table.json"];

const [ROW, COLUMN, LEFT, TOP] = [20, 8.43, 24, 56];
/** The codes of "select graphic rendition" (ECMA-48) that our styles use. */
const CLASSES = { 1: "bold", 31: "red", 32: "green", 33: "yellow", 34: "blue", 36: "cyan" };
const STYLE = `
  text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6edf3 }
  .bold { font-weight: 700 }
  .red { fill: #ff7b72 }
  .green { fill: #7ee787 }
  .yellow { fill: #e3b341 }
  .blue { fill: #79c0ff }
  .cyan { fill: #76e3ea }`;

// Makes the pipe of the program claim to be a terminal.
const terminal =
  "Object.assign(process.stdout, { isTTY: true, columns: 120, hasColors: () => true });";
const { stdout } = spawnSync(
  process.execPath,
  [
    "--import",
    `data:text/javascript,${encodeURIComponent(terminal)}`,
    "dist/cli/main.js",
    ...COMMAND,
  ],
  { encoding: "utf8", env: {} },
);
writeFileSync(file, draw(`$ assay ${COMMAND.join(" ")}\n\n${stdout.trimEnd()}`.split("\n")));

function draw(lines) {
  const columns = Math.max(...lines.map((line) => stripVTControlCharacters(line).length));
  const [width, height] = [Math.ceil(columns * COLUMN) + 2 * LEFT, TOP + lines.length * ROW];
  const rows = lines.flatMap((line, at) =>
    line === "" ? [] : `<text x="${LEFT}" y="${TOP + at * ROW}">${toSpans(line)}</text>`,
  );
  const buttons = ["#ff5f57", "#febc2e", "#28c840"].map(
    (color, at) => `<circle cx="${LEFT + at * 20}" cy="20" r="6" fill="${color}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" xml:space="preserve" role="img"
  aria-label="The report of assay validate on a terminal">
  <style>${STYLE}
  </style>
  <rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
  ${[...buttons, ...rows].join("\n  ")}
</svg>
`;
}

/** Turns a line with escape sequences into SVG. */
function toSpans(line) {
  const on = new Set();
  const [plain, ...styled] = line.split("\u001b[");
  return [
    toSpan(plain, []),
    ...styled.map((part) => {
      const [, code, text] = /^(\d+)m(.*)$/.exec(part);
      if (code in CLASSES) on.add(CLASSES[code]);
      else if (code === "22") on.delete("bold");
      else for (const name of [...on].filter((one) => one !== "bold")) on.delete(name);
      return toSpan(text, [...on]);
    }),
  ].join("");
}

function toSpan(text, classes) {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return text === "" || classes.length === 0
    ? escaped
    : `<tspan class="${classes.join(" ")}">${escaped}</tspan>`;
}
