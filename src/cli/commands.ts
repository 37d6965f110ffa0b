import { type Command, command } from "./command.js";
import { FORMAT_NAMES, RULES_FORMAT_NAMES } from "./formats/format.js";

const RULES = { type: "string", value: "DIR", about: "folders of the spec packages (RULES_DIR, ./rules)" } as const;

/** The options that `validate` and `build` share. */
const CHECKING = {
  fix: {
    type: "boolean",
    about: "apply the machine-applicable fixes to FILE and reformat it; for -, print the fixed document",
  },
  domain: { type: "string", value: "DOMAIN", about: "FILE is a candidate for this domain, without an envelope" },
  target: { type: "string", value: "PRODUCT", about: "its target product (the only one that accepts the domain)" },
  "spec-version": { type: "string", value: "VERSION", about: "its version of the spec package (the current one)" },
  rules: RULES,
  targets: { type: "string", value: "FILE", about: "target products (TARGETS_FILE, ./config/targets.json)" },
  registry: {
    type: "string",
    value: "[NAME=]FILE,...",
    about: "files with registered ids, instead of those of the target products",
  },
  "base-url": { type: "string", value: "URL", about: "base URL of the service, for links (BASE_URL)" },
} as const;

/** Every command with its syntax and the file that runs it. */
export const COMMANDS: readonly Command[] = [
  command(
    {
      name: "validate",
      summary: "check requests or candidates: files, folders, NDJSON, or - for standard input",
      operands: ["FILE..."],
      options: {
        format: { type: "string", value: FORMAT_NAMES.join("|"), about: "how to print what was found (text)" },
        json: { type: "boolean", about: "print the exact response of the service; short for --format json" },
        trace: {
          type: "string",
          value: "[RULE]",
          about: "say of each rule, or of one, what it looked at and why it holds or does not",
          optional: /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/,
        },
        ...CHECKING,
      },
    },
    () => import("./commands/validate.js"),
  ),
  command(
    {
      name: "build",
      summary: "check a request and print its package if it is valid",
      operands: ["FILE|-"],
      options: { json: { type: "boolean", about: "print the exact response of the service" }, ...CHECKING },
    },
    () => import("./commands/build.js"),
  ),
  command(
    {
      name: "rules check",
      summary: "load spec packages and run their examples",
      operands: ["[DOMAIN[/VERSION[/RULE]]]"],
      options: {
        rules: RULES,
        only: { type: "string", value: "RULE", about: "leave out what is wrong with other rules" },
        mutate: { type: "boolean", about: "also change every rule in small ways and list what no example notices" },
        watch: { type: "boolean", about: "check again whenever a file changes" },
        format: { type: "string", value: RULES_FORMAT_NAMES.join("|"), about: "how to print the result (text)" },
        json: { type: "boolean", about: "short for --format json" },
      },
    },
    () => import("./commands/rules-check.js"),
  ),
  command(
    {
      name: "rules fmt",
      summary: "format the files of spec packages; no value changes",
      operands: ["[DOMAIN[/VERSION]]"],
      options: { rules: RULES, check: { type: "boolean", about: "change no file; exit with 1 if one would change" } },
    },
    () => import("./commands/rules-fmt.js"),
  ),
  command(
    {
      name: "rules explain",
      summary: "what a code of a diagnostic means, with its examples",
      operands: ["CODE"],
      options: {
        domain: { type: "string", value: "DOMAIN", about: "only this domain (all that have the code)" },
        "spec-version": { type: "string", value: "VERSION", about: "this version (the current one)" },
        rules: RULES,
      },
    },
    () => import("./commands/rules-explain.js"),
  ),
  command(
    {
      name: "rules docs",
      summary: "write a page of Markdown for each version of the rules, for a repository that has no service",
      operands: ["DIR"],
      options: { rules: RULES },
    },
    () => import("./commands/rules-docs.js"),
  ),
  command(
    {
      name: "rules show",
      summary: "print a spec package as a whole, with the file that each of its parts comes from",
      operands: ["DOMAIN/VERSION"],
      options: { rules: RULES, json: { type: "boolean", about: "print the parts too, as JSON" } },
    },
    () => import("./commands/rules-show.js"),
  ),
  command(
    {
      name: "rules compile",
      summary: "print a spec package as json-rules-engine rules",
      operands: ["DOMAIN", "VERSION"],
      options: { rules: RULES },
    },
    () => import("./commands/rules-compile.js"),
  ),
  command(
    {
      name: "rules new",
      summary: "start a version of a spec package, or a whole domain",
      operands: ["DOMAIN", "VERSION"],
      options: {
        extends: { type: "string", value: "VERSION", about: "inherit this released version; only changes are written" },
        from: { type: "string", value: "VERSION", about: "copy this version of the domain instead of a minimal one" },
        rules: { type: "string", value: "DIR", about: "folder to make it in (RULES_DIR, ./rules)" },
      },
    },
    () => import("./commands/rules-new.js"),
  ),
  command(
    {
      name: "rules diff",
      summary: "what changed between two versions, whom it breaks, with a candidate that shows it, and the way out",
      operands: ["DOMAIN", "VERSION", "VERSION"],
      options: {
        corpus: { type: "string", value: "PATH", about: "a folder or NDJSON: how many documents change their verdict" },
        json: { type: "boolean", about: "print the result as JSON" },
        markdown: { type: "boolean", about: "print it for release notes" },
        strict: { type: "boolean", about: "exit with 1 also if a change has no witness" },
        rules: RULES,
      },
    },
    () => import("./commands/rules-diff.js"),
  ),
  command(
    {
      name: "rules release",
      summary: "release a version: check it, set its status and record its digest, so that it never changes again",
      operands: ["DOMAIN", "VERSION"],
      options: {
        announce: { type: "boolean", about: "add what breaks candidates to `breaks` in spec.json" },
        strict: { type: "boolean", about: "refuse it also if a change has no witness" },
        rules: RULES,
      },
    },
    () => import("./commands/rules-release.js"),
  ),
  command(
    {
      name: "rules retire",
      summary: "announce in every answer when a released version ends; status retired ends it",
      operands: ["DOMAIN", "VERSION"],
      options: {
        on: { type: "string", value: "DATE", about: "when it is expected to end, such as 2027-01-31; required" },
        "deprecated-on": { type: "string", value: "DATE", about: "since when authors should use another (today)" },
        rules: RULES,
      },
    },
    () => import("./commands/rules-retire.js"),
  ),
  command(
    {
      name: "rules schema",
      summary: "write the meta-schemas that editors check rule files with",
      operands: ["[DIR]"],
      options: {},
    },
    () => import("./commands/rules-schema.js"),
  ),
  command(
    {
      name: "migrate",
      summary: "show what brings requests, candidates or packages to another version, and with --write do it",
      operands: ["FILE..."],
      options: {
        to: { type: "string", value: "VERSION", about: "the version to bring them to; required" },
        domain: { type: "string", value: "DOMAIN", about: "the domain of candidates without an envelope" },
        write: { type: "boolean", about: "write the files, also those that still need their author" },
        rules: RULES,
      },
    },
    () => import("./commands/migrate.js"),
  ),
  command(
    {
      name: "mcp",
      summary: "serve an MCP client over standard input and output, with the rules of this machine and without a key",
      operands: [],
      options: { rules: RULES, targets: CHECKING.targets, "base-url": CHECKING["base-url"] },
    },
    () => import("./commands/mcp.js"),
  ),
  command(
    {
      name: "lsp",
      summary: "serve an editor over standard input and output, as a language server for proposals and rules",
      operands: [],
      options: {
        stdio: { type: "boolean", about: "the only transport; editors say so" },
        domain: {
          type: "string",
          value: "DOMAIN",
          about: "the domain of candidates without an envelope (by its shape)",
        },
        files: { type: "string", value: "PATTERN", about: "files that are proposals (*.proposal.json)" },
        rules: RULES,
        targets: CHECKING.targets,
        "base-url": CHECKING["base-url"],
      },
    },
    () => import("./commands/lsp.js"),
  ),
  command(
    { name: "keys new", summary: "create a key and its entry for the keys file", operands: ["[ID]"], options: {} },
    () => import("./commands/keys-new.js"),
  ),
];
