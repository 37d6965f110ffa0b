import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";

/** As an editor does it: the schema is what `$schema` names, relative to the file. */
const service = getLanguageService({
  schemaRequestService: async (uri) => readFileSync(fileURLToPath(uri), "utf8"),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});

function opened(file: string, text = readFileSync(file, "utf8")) {
  const document = TextDocument.create(pathToFileURL(resolve(file)).href, "json", 1, text);
  return { document, json: service.parseJSONDocument(document) };
}

async function marksIn(file: string, text?: string): Promise<string[]> {
  const { document, json } = opened(file, text);
  const marks = await service.doValidation(document, json);
  return marks.map(({ range }) => document.getText(range));
}

const FOLDERS = ["rules/generator-option", "examples/rules/data-contract"];
const GOOD = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(folder, name)),
);

test.each(GOOD)("an editor marks nothing in %s", async (file) => {
  expect(await marksIn(file)).toEqual([]);
});

const RULE = "rules/generator-option/v1/rules/supported-strategies-are-known.json";
const SPEC = "examples/rules/data-contract/v1/spec.json";
const SHAPE = "examples/rules/data-contract/v1/candidate.schema.json";
const EXAMPLE = "rules/generator-option/v1/examples/city-weather.json";
const DOMAIN = "rules/generator-option/domain.json";

test.each<[string, file: string, from: string, to: string, marked: RegExp]>([
  ["an unknown key of a rule", RULE, '"summary"', '"sumary"', /sumary|\{/],
  ["a check that is not known", RULE, '"one-of"', '"oneOf"', /oneOf/],
  [
    "a place that is no pointer",
    RULE,
    '"/supportedStrategies/*"',
    '"supportedStrategies"',
    /supportedStrategies/,
  ],
  ["a step that is not known", SPEC, '"step": "trim"', '"step": "strip"', /strip/],
  [
    "an alias in a shape that is no text",
    SHAPE,
    '"maxLength": 64',
    '"maxLength": 64, "aliases": [5]',
    /./,
  ],
  ["a derivation that is not known", SHAPE, '"as": "kebab-case"', '"as": "kebab"', /kebab/],
  ["an example without diagnostics", EXAMPLE, '"diagnostics"', '"diagnostic"', /./],
  ["a domain without a title", DOMAIN, '"title"', '"titel"', /./],
])("an editor marks %s", async (_, file, from, to, marked) => {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  const marks = await marksIn(file, text.replace(from, to));
  expect(marks.join("\n")).toMatch(marked);
});

const RULE_START = '{\n  "$schema": "../../../rule.schema.json",\n  ';
test.each<[file: string, start: string, before: string, after: string, some: string[]]>([
  [
    RULE,
    RULE_START,
    "",
    "\n}",
    ["severity", "summary", "rationale", "when", "check", "message", "fixes", "examples"],
  ],
  [RULE, RULE_START, '"check": { "at": "/a", ', " }\n}", ["one-of", "pattern", "unique", "where"]],
  [
    RULE,
    RULE_START,
    '"check": { "at": "/a", "pattern": "a", "suggest": ',
    " }\n}",
    ['"kebab-case"', '"trimmed"'],
  ],
  [
    SPEC,
    '{ "$schema": "../../../../rules/spec.schema.json", ',
    '"normalize": [{ "step": ',
    " }] }",
    ['"trim"'],
  ],
])("an editor completes %s after %s%s", async (file, start, before, after, some) => {
  const { document, json } = opened(file, start + before + after);
  const list = await service.doComplete(
    document,
    document.positionAt((start + before).length),
    json,
  );
  expect(list?.items.map(({ label }) => label)).toEqual(expect.arrayContaining(some));
});
