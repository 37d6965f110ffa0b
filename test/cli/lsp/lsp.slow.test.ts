import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { eventually } from "../../support/eventually.js";
import { exampleRequest } from "../../support/example-request.js";
import { slowTest } from "../../support/runs.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { applyEdits, type Diagnostic, Editor, textIn } from "./editor.js";

const folder = temporaryFolder();
/** As in the repository: the examples name the schemas in the folder beside theirs. */
const [rules, examples] = [join(folder, "rules"), join(folder, "examples/rules")];
const proposal = join(folder, "a.proposal.json");
const text = (value: unknown) => JSON.stringify(value, null, 2);
const BOTH = ["--rules", [rules, examples].join(delimiter)];

cpSync("rules", rules, { recursive: true });
cpSync("examples/rules", examples, { recursive: true });
// A rollout often puts a link in the place of a folder.
renameSync(join(examples, "data-contract"), join(folder, "linked"));
symlinkSync(join(folder, "linked"), join(examples, "data-contract"));
const editor = await Editor.start(["--base-url", "https://assay.example", ...BOTH], folder);
/** With other options, and one folder of rules. */
const OTHERS = ["--files", "proposals/**/a*.json", "--targets", resolve("config/targets.json")];
const other = await Editor.start([...OTHERS, "--rules", rules], folder);
afterAll(async () => expect([await editor.stop(), await other.stop()]).toEqual([0, 0]));

const ALL = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };
const actions = (path: string, only?: string[]) =>
  editor.ask("textDocument/codeAction", {
    textDocument: { uri: pathToFileURL(path).href },
    range: ALL,
    context: { diagnostics: [], ...(only && { only }) },
  });

const labelsAt = async (path: string, at: string): Promise<string[]> =>
  (await editor.at("textDocument/completion", path, at)).map(
    ({ label }: { label: string }) => label,
  );

describe("a proposal", () => {
  const { candidate } = exampleRequest({ supportedStrategies: ["realstic"], colour: "red" });

  test.each([
    ["a candidate", candidate],
    ["a request", { ...exampleRequest(), candidate }],
  ])(
    "%s is checked as it is typed, with exact ranges of values and keys",
    async (_title, value) => {
      const written = text(value);
      const found = await editor.write(proposal, written);
      expect(found.map(({ code, range }) => [code, textIn(written, range)])).toEqual(
        expect.arrayContaining([
          ["supported-strategies-are-known", '"realstic"'],
          ["unknown-property", expect.stringMatching(/^"(colour|red)"$/)],
        ]),
      );
      expect(await editor.write(proposal, text(exampleRequest()))).toEqual([]);
      const [broken] = await editor.write(proposal, '{"owner": ');
      expect(broken).toMatchObject({
        code: "malformed-json",
        range: { start: { line: 0, character: 10 } },
      });
    },
  );

  test("says that it is too large to be checked, and that it has more problems than are shown", async () => {
    const large = text(exampleRequest({ description: "x".repeat(1024 * 1024) }));
    for (const path of [proposal, join(folder, "request.json")]) {
      const found = await editor.write(path, large);
      expect(found.map(({ code, message }) => [code, message])).toEqual([
        ["body-too-large", expect.stringContaining("more than 1048576 bytes")],
      ]);
    }
    expect(await editor.write(join(folder, "data.json"), `["${"x".repeat(1024 * 1024)}"]`)).toEqual(
      [],
    );
    const record = { ...exampleRequest().candidate.sampleRecords[0], temperature: "warm" };
    const found = await editor.write(
      proposal,
      text(exampleRequest({ sampleRecords: Array(150).fill(record) })),
    );
    expect([found.length, found.at(-1)?.code]).toEqual([101, "more-problems"]);
    expect(found.at(-1)?.message).toMatch(
      /^150 errors and \d warnings in all, of which 100 are shown/,
    );
  });

  test("has quick fixes, of which the repair is preferred, and the repair for a whole file", async () => {
    const request = exampleRequest({
      supportedStrategies: ["realstic"],
      owner: { kind: "Human", id: "user_1" },
    });
    const written = text(request);
    await editor.write(proposal, written);
    const uri = pathToFileURL(proposal).href;
    const offered = await actions(proposal);
    expect(offered).toContainEqual(
      expect.objectContaining({ title: 'Replace with "realistic"', kind: "quickfix" }),
    );
    const preferred = offered.filter(({ isPreferred }: { isPreferred?: boolean }) => isPreferred);
    expect(preferred).toMatchObject([
      { title: "Apply the repair: all certain fixes", kind: "quickfix" },
    ]);
    const [all, ...others] = await actions(proposal, ["source.fixAll"]);
    expect([all.kind, others]).toEqual(["source.fixAll.assay", []]);
    const fixed = applyEdits(written, all.edit.changes[uri]);
    expect(await editor.write(proposal, fixed)).toEqual([]);
    expect(JSON.parse(fixed).candidate).toMatchObject({
      supportedStrategies: ["realistic"],
      owner: { kind: "human" },
    });
    expect(await actions(proposal, ["source.fixAll"])).toEqual([]);
  });

  test("has hovers with the rule's summary, its reason and a link, and what a place means", async () => {
    await editor.write(proposal, text(candidate));
    const { contents } = await editor.at("textDocument/hover", proposal, "realstic");
    expect(contents.value).toContain("Every supported strategy is one that the product offers.");
    expect(contents.value).toContain("The product runs a generator by strategy");
    expect(contents.value).toContain(
      "(https://assay.example/spec-packages/generator-option/v1#supported-strategies-",
    );
    const owner = await editor.at("textDocument/hover", proposal, '"owner"');
    expect(owner.contents.value).toContain("Who is responsible for the proposal.");
  });

  test("has completions of properties, vocabularies and the keys of records, even in JSON that is not complete", async () => {
    const labels = async (written: string, at: string) => {
      await editor.write(proposal, written);
      return labelsAt(proposal, at);
    };
    const valid = text(exampleRequest());
    await editor.write(proposal, valid);
    expect(await labels(valid.replace('"kind": "human"', '"'), '"owner": {\n      "{|}')).toEqual([
      "kind",
    ]);
    await editor.write(proposal, valid);
    expect(await labels(valid.replace('"type": "number"', '"type": '), '"type": {|},')).toContain(
      '"datetime"',
    );
    await editor.write(proposal, valid);
    const record = valid.replace('"city": "Lisbon",', '"');
    expect(await labels(record, '"sampleRecords": [\n      {\n        "{|}')).toEqual(["city"]);
    const domains = ["generator-option", "data-contract", "rollout-plan"].map((id) =>
      JSON.stringify(id),
    );
    expect(await labels('{ "domainId": ', '"domainId": {|}')).toEqual(domains);
    expect(await labels('{ "toString": ', '"toString": {|}')).toEqual([]);
  });

  test("is found by its name, its $schema or its shape, and nothing else is", async () => {
    const file = join(folder, "other.json");
    expect(await editor.write(file, text({ name: "a package", version: "1.0.0" }))).toEqual([]);
    const named = { $schema: "https://assay.example/spec-packages/data-contract/v1", ...candidate };
    const found = await editor.write(file, text(named));
    expect(found.map(({ message }) => message).join()).toContain("dataset");
    expect(
      await editor.write(file, text(exampleRequest({ supportedStrategies: ["realstic"] }))),
    ).toHaveLength(1);
  });

  test("is found by a pattern with folders in a path of Windows too", async () => {
    expect(await other.write(join(folder, "proposals\\a1.json"), "{")).toHaveLength(1);
    expect(await other.write(join(folder, "proposals\\in\\a2.json"), "{")).toHaveLength(1);
    expect(await other.write(join(folder, "proposals\\ba.json"), "{")).toEqual([]);
    expect(await other.write(join(folder, "others\\a.json"), "{")).toEqual([]);
  });

  test("only the last of several quick changes is reported", async () => {
    const uri = pathToFileURL(proposal).href;
    const before = editor.published().length;
    const writes = ["fsat", "fastt", "realstic"].map((word) =>
      editor.write(proposal, text(exampleRequest({ supportedStrategies: [word] }))),
    );
    const last = (await Promise.all(writes)).at(-1);
    expect(last?.[0]?.message).toContain('"realstic"');
    const versions = editor
      .published()
      .slice(before)
      .filter((one) => one.uri === uri);
    expect(versions.at(-1)?.diagnostics).toEqual(last);
  });
});

test("registry rules are off without a targets file, and the status says so", async () => {
  const status = (from: Editor) =>
    from.notified.find(({ method }) => method === "assay/status")?.params.text;
  await eventually(() => status(editor) !== undefined);
  expect(status(editor)).toMatch(/registry rules are off/);
  const taken = text(exampleRequest({ generatorId: "person-name" }));
  expect(await editor.write(proposal, taken)).toEqual([]);
  await eventually(() => status(other) !== undefined);
  expect(status(other)).toMatch(/registry rules are on/);
  expect(await other.write(proposal, taken)).toEqual([
    expect.objectContaining({ code: "generator-id-is-free" }),
  ]);
});

describe("a rule file", () => {
  // Of a small domain, since each change has all of it checked.
  const version = join(examples, "rollout-plan/v1");
  const path = join(version, "rules/stage-ids-are-unique.json");
  const source = readFileSync(path, "utf8");

  test("is checked as it is typed: grammar, lint and its examples", async () => {
    expect(await editor.write(path, source)).toEqual([]);
    const wrong = source.replace('"severity": "', '"severity": "very-');
    const [error] = (await editor.write(path, wrong)) as [Diagnostic];
    expect(textIn(wrong, error.range)).toMatch(/^"very-/);
    const [broken] = await editor.write(path, source.slice(0, -3));
    expect(broken?.message).toMatch(/not JSON/);
    const examples = await editor.write(
      path,
      source.replace('"/stages/2/id": "early"', '"/stages/2/id": "other"'),
    );
    expect(examples.length).toBeGreaterThan(0);
    expect(await editor.write(path, source)).toEqual([]);
  });

  test.each([
    ["a key", '"summary":', '"sumary":', '"summary"'],
    ["a word", '"severity": "error",\n  "summary"', '"severity": "eror",\n  "summary"', '"error"'],
    ["a step of a pointer", '"at": "/stages/*/id"', '"at": "/stagse/*/id"', '"/stages/*/id"'],
    [
      "a placeholder",
      '"{actual} is',
      '"{acutal} is',
      '"{actual} is the id of another stage already"',
    ],
  ])("has a quick fix for %s that is misspelled", async (_title, right, wrong, newText) => {
    const written = source.replace(right, wrong);
    expect(written).not.toBe(source);
    await editor.write(path, written);
    const offered = await actions(path, ["quickfix"]);
    expect(offered.map(({ title }: { title: string }) => title)).toContain(
      `Replace with ${newText}`,
    );
    const { edit } = offered.find(
      ({ title }: { title: string }) => title === `Replace with ${newText}`,
    );
    expect(applyEdits(written, edit.changes[pathToFileURL(path).href])).toBe(source);
  });

  test("keeps its errors while a file of another version is edited", async () => {
    const found = await editor.write(path, source.replace('"severity": "', '"severity": "very-'));
    await editor.write(join(version, "../v2/spec.json"), "{}");
    const uri = pathToFileURL(path).href;
    expect(editor.published().findLast((one) => one.uri === uri)?.diagnostics).toEqual(found);
    expect(await editor.write(path, source)).toEqual([]);
  });

  test("is checked beside a file of another domain that was opened with it", async () => {
    const other = join(rules, "generator-option/v1/spec.json");
    const [wrong] = await Promise.all([
      editor.write(path, "{"),
      editor.write(other, readFileSync(other, "utf8")),
    ]);
    expect(wrong).toHaveLength(1);
  });

  slowTest(
    "may extend a version of another domain, and is not written before it is saved",
    async () => {
      const spec = {
        $schema: "../../../../rules/spec.schema.json",
        status: "draft",
        title: "Plans of datasets",
      };
      const extending = join(examples, "rollout-plan/v9/spec.json");
      expect(
        await editor.write(extending, text({ ...spec, extends: "../data-contract/v1" })),
      ).toEqual([]);
      const [missing] = await editor.write(
        extending,
        text({ ...spec, extends: "../data-contract/v7" }),
      );
      expect(missing?.message).toMatch(/there is no version .* versions there: v1/);
      expect(existsSync(extending)).toBe(false);
    },
  );

  test("is checked beside the lock of Emacs, which is a link to nothing, and no failure ends the server", async () => {
    const link = (name: string) => symlinkSync("user@host.1", join(version, "rules", name));
    link(".#stage-ids-are-unique.json");
    expect(await editor.write(path, "{")).toHaveLength(1);
    link("gone.json");
    const failed = editor.write(path, source);
    const logged = () =>
      editor.notified.find(({ params }) => /^the check failed: .*gone\.json/.test(params.message));
    await eventually(() => logged() !== undefined);
    rmSync(join(version, "rules/gone.json"));
    expect(await editor.write(path, source)).toEqual([]);
    expect(await failed).toEqual([]);
  });

  test("is checked in a folder that is not there yet", async () => {
    const found = await editor.write(join(rules, "new-domain/v1/spec.json"), "{}");
    expect(found.map(({ message }) => message).join("\n")).toMatch(/missing|required/);
  });

  slowTest.each([
    ["after a pause", true],
    ["while its last change waits to be checked", false],
  ])("is searched for steps that spoil a package, saved %s", async (_title, isChecked) => {
    const contract = join(examples, "data-contract/v1");
    // It shows what normalizing does.
    rmSync(join(contract, "examples/normalized.json"), { force: true });
    const spec = join(contract, "spec.json");
    const saved = readFileSync(spec, "utf8");
    const value = '{ "start": "2026-01-01", "end": "2025-01-01" }';
    const step = `{ "step": "default", "at": "/validity", "value": ${value} },`;
    const written = saved.replace('"normalize": [', `"normalize": [${step}`);
    const changed = editor.write(spec, written);
    if (isChecked) await changed;
    writeFileSync(spec, written);
    const uri = pathToFileURL(spec).href;
    void editor.tell("textDocument/didSave", { textDocument: { uri } });
    const last = () => editor.published().findLast((one) => one.uri === uri)?.diagnostics ?? [];
    await eventually(() => last().length > 0);
    expect(last().map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^\/normalize\/0\/value: with this step, the package of a valid candidate is invalid/,
      ),
    ]);
    writeFileSync(spec, saved);
    expect(await editor.write(spec, saved)).toEqual([]);
  });

  test("has completions and definitions of pointers, data and placeholders", async () => {
    const known = join(rules, "generator-option/v1/rules/supported-strategies-are-known.json");
    const rule = readFileSync(known, "utf8");
    await editor.write(known, rule);
    expect(await labelsAt(known, '"at": "/supp{|}')).toContain('"/outputFields/*/type"');
    expect(await labelsAt(known, '"spec": "/{|}')).toContain('"/strategies"');
    expect(await labelsAt(known, '"message": "{{|}')).toEqual(
      expect.arrayContaining(["{actual}", "{nearest}"]),
    );
    const shape = await editor.at("textDocument/definition", known, "/supportedStrategies/*");
    expect(shape.uri).toMatch(/v1\/candidate\.schema\.json$/);
    const data = await editor.at("textDocument/definition", known, '"/strategies');
    const spec = readFileSync(join(rules, "generator-option/v1/spec.json"), "utf8");
    expect([data.uri.endsWith("v1/spec.json"), textIn(spec, data.range)]).toEqual([
      true,
      '"strategies"',
    ]);
    const placeholder = await editor.at("textDocument/definition", known, "{actual} is not");
    expect(textIn(rule, placeholder.range)).toBe('"check"');
  });

  test.each([
    ["candidate.schema.json", '"type": "{|}object"', []],
    ["examples/search-page.json", '"title": "{|}', []],
    ["rules/stage-ids-are-unique.json", '"title": "{|}', []],
    ["spec.json", '"title": "{|}', []],
    ["spec.json", '"at": "{|}', expect.arrayContaining(['"/stages/*/id"'])],
  ])("completes in %s at %s only what belongs there", async (name, at, expected) => {
    const file = join(version, name);
    // Nothing waits for the check of the file, which takes longer.
    void editor.write(file, readFileSync(file, "utf8"));
    expect(await labelsAt(file, at)).toEqual(expected);
  });

  test("changes nothing for proposals until it is saved", async () => {
    await editor.write(path, source.replace('"severity": "', '"severity": "very-'));
    expect(await editor.write(proposal, text(exampleRequest()))).toEqual([]);
  });
});
