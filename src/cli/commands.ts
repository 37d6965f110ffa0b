import type { Command } from "./command.js";
import { FORMAT_NAMES, RULES_FORMAT_NAMES } from "./formats/format.js";

const RULES = { value: "DIR", about: "folders of the spec packages (RULES_DIR, ./rules)" };

/** The options that `validate` and `build` share. */
const CHECKING = {
  fix: {
    about: "apply the machine-applicable fixes to FILE and reformat it; for -, print the fixed document",
  },
  domain: { value: "DOMAIN", about: "FILE is a candidate for this domain, without an envelope" },
  target: { value: "PRODUCT", about: "its target product (the only one that accepts the domain)" },
  "spec-version": { value: "VERSION", about: "its version of the spec package (the current one)" },
  rules: RULES,
  targets: { value: "FILE", about: "target products (TARGETS_FILE, ./config/targets.json)" },
  registry: { value: "[NAME=]FILE,...", about: "files with registered ids, instead of those of the target products" },
  "base-url": { value: "URL", about: "base URL of the service, for links (BASE_URL)" },
};

export const COMMANDS: readonly Command[] = [
  {
    name: "validate",
    summary: "check requests or candidates: files, folders, NDJSON, or - for standard input",
    operands: ["FILE..."],
    options: {
      format: { value: FORMAT_NAMES.join("|"), about: "how to print what was found (text)" },
      json: { about: "print the exact response of the service; short for --format json" },
      trace: {
        value: "[RULE]",
        about: "show for each rule, or for RULE, what it looked at and why it holds or not",
        optional: /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/,
      },
      ...CHECKING,
    },
    load: () => import("./commands/validate.js"),
  },
  {
    name: "build",
    summary: "check a request and print its package if it is valid",
    operands: ["FILE|-"],
    options: { json: { about: "print the exact response of the service" }, ...CHECKING },
    load: () => import("./commands/build.js"),
  },
  {
    name: "rules check",
    summary: "load spec packages and run their examples",
    operands: ["[DOMAIN[/VERSION[/RULE]]]"],
    options: {
      rules: RULES,
      only: { value: "RULE", about: "leave out what is wrong with other rules" },
      mutate: { about: "also change every rule in small ways and list what no example notices" },
      watch: { about: "check again whenever a file changes" },
      format: { value: RULES_FORMAT_NAMES.join("|"), about: "how to print the result (text)" },
      json: { about: "short for --format json" },
    },
    load: () => import("./commands/rules-check.js"),
  },
  {
    name: "rules fmt",
    summary: "format the files of spec packages; no value changes",
    operands: ["[DOMAIN[/VERSION]]"],
    options: { rules: RULES, check: { about: "change no file; exit with 1 if one would change" } },
    load: () => import("./commands/rules-fmt.js"),
  },
  {
    name: "rules explain",
    summary: "what a code of a diagnostic means, with its examples",
    operands: ["CODE"],
    options: {
      domain: { value: "DOMAIN", about: "only this domain (all that have the code)" },
      "spec-version": { value: "VERSION", about: "this version (the current one)" },
      rules: RULES,
    },
    load: () => import("./commands/rules-explain.js"),
  },
  {
    name: "rules docs",
    summary: "write a page of Markdown for each version of the rules, for a repository that has no service",
    operands: ["DIR"],
    options: { rules: RULES },
    load: () => import("./commands/rules-docs.js"),
  },
  {
    name: "rules show",
    summary: "print a spec package as a whole, with the file that each of its parts comes from",
    operands: ["DOMAIN/VERSION"],
    options: { rules: RULES, json: { about: "print the parts too, as JSON" } },
    load: () => import("./commands/rules-show.js"),
  },
  {
    name: "rules compile",
    summary: "print a spec package as json-rules-engine rules",
    operands: ["DOMAIN", "VERSION"],
    options: { rules: RULES },
    load: () => import("./commands/rules-compile.js"),
  },
  {
    name: "rules new",
    summary: "start a version of a spec package, or a whole domain",
    operands: ["DOMAIN", "VERSION"],
    options: {
      extends: { value: "VERSION", about: "inherit this released version; only changes are written" },
      from: { value: "VERSION", about: "copy this version of the domain instead of a minimal one" },
      rules: { value: "DIR", about: "folder to make it in (RULES_DIR, ./rules)" },
    },
    load: () => import("./commands/rules-new.js"),
  },
  {
    name: "rules diff",
    summary: "show what changed between two versions, which candidates it breaks, and how to fix them",
    operands: ["DOMAIN", "VERSION", "VERSION"],
    options: {
      corpus: { value: "PATH", about: "a folder or NDJSON: how many documents change their verdict" },
      json: { about: "print the result as JSON" },
      markdown: { about: "print it for release notes" },
      strict: { about: "also exit with 1 if a change has no witness" },
      rules: RULES,
    },
    load: () => import("./commands/rules-diff.js"),
  },
  {
    name: "rules release",
    summary: "release a version: check it, set its status and record its digest, so that it never changes again",
    operands: ["DOMAIN", "VERSION"],
    options: {
      announce: { about: "add what breaks candidates to `breaks` in spec.json" },
      strict: { about: "also refuse it if a change has no witness" },
      rules: RULES,
    },
    load: () => import("./commands/rules-release.js"),
  },
  {
    name: "rules retire",
    summary: "announce in every answer when a released version will end; setting its status to retired ends it",
    operands: ["DOMAIN", "VERSION"],
    options: {
      on: { value: "DATE", about: "when it is expected to end, such as 2027-01-31; required" },
      "deprecated-on": { value: "DATE", about: "since when authors should use another (today)" },
      rules: RULES,
    },
    load: () => import("./commands/rules-retire.js"),
  },
  {
    name: "rules schema",
    summary: "write the meta-schemas that editors check rule files with",
    operands: ["[DIR]"],
    options: {},
    load: () => import("./commands/rules-schema.js"),
  },
  {
    name: "migrate",
    summary: "migrate requests, candidates or packages to another version; --write writes the files",
    operands: ["FILE..."],
    options: {
      to: { value: "VERSION", about: "the version to bring them to; required" },
      domain: { value: "DOMAIN", about: "the domain of candidates without an envelope" },
      write: { about: "write the files, even those that still need their author" },
      rules: RULES,
    },
    load: () => import("./commands/migrate.js"),
  },
  {
    name: "mcp",
    summary: "serve an MCP client over standard input and output, with the rules of this machine and without a key",
    operands: [],
    options: { rules: RULES, targets: CHECKING.targets, "base-url": CHECKING["base-url"] },
    load: () => import("./commands/mcp.js"),
  },
  {
    name: "lsp",
    summary: "serve an editor over standard input and output, as a language server for proposals and rules",
    operands: [],
    options: {
      stdio: { about: "the only transport; editors say so" },
      domain: { value: "DOMAIN", about: "the domain of candidates without an envelope (by its shape)" },
      files: { value: "PATTERN", about: "files that are proposals (*.proposal.json)" },
      rules: RULES,
      targets: CHECKING.targets,
      "base-url": CHECKING["base-url"],
    },
    load: () => import("./commands/lsp.js"),
  },
  {
    name: "keys new",
    summary: "create a key and its entry for the keys file",
    operands: ["[ID]"],
    options: {},
    load: () => import("./commands/keys-new.js"),
  },
];
