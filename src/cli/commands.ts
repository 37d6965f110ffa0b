import { type Command, FORMAT_NAMES, RULES_FORMAT_NAMES } from "./command.js";

const RULES = { value: "DIR", about: "folders of the spec packages (RULES_DIR, ./rules)" };

/** The options that `validate` and `build` share. */
const CHECKING = {
  fix: { about: "apply the machine-applicable fixes to FILE; for -, print the fixed document" },
  schema: {
    value: "SCHEMA",
    about: "check any JSON by this JSON Schema instead: FILE or FILE#/pointer",
  },
  domain: { value: "DOMAIN", about: "FILE is a candidate for this domain, without an envelope" },
  target: { value: "PRODUCT", about: "its target product (the only one that accepts the domain)" },
  "spec-version": {
    value: "VERSION",
    about: "check against this version of the spec package (the one that FILE names)",
  },
  rules: RULES,
  targets: { value: "FILE", about: "target products (TARGETS_FILE, ./config/targets.json)" },
  registry: {
    value: "[NAME=]FILE,...",
    about: "files with registered ids, instead of those of the target products",
  },
  "base-url": { value: "URL", about: "base URL of the service, for links (BASE_URL)" },
};

export const COMMANDS: readonly Command[] = [
  {
    usage: "validate FILE...",
    summary: "check requests or candidates: files, folders, NDJSON, or - for standard input",
    options: {
      format: { value: FORMAT_NAMES.join("|"), about: "how to print what was found (text)" },
      json: { about: "print the exact response of the service; short for --format json" },
      trace: {
        value: "[RULE]",
        about: "show for each rule, or for RULE, what it looked at and why it holds or not",
        isOptional: true,
      },
      service: {
        value: "URL",
        about: "ask this service instead of rules on this machine, with the key in ASSAY_KEY",
      },
      ...CHECKING,
    },
    load: () => import("./commands/validate.js"),
  },
  {
    usage: "build FILE|-",
    summary: "check a request and print its package if it is valid",
    options: { json: { about: "print the exact response of the service" }, ...CHECKING },
    load: () => import("./commands/build.js"),
  },
  {
    usage: "rules check [DOMAIN[/VERSION[/RULE]]]",
    summary: "load spec packages and run their examples",
    options: {
      rules: RULES,
      only: { value: "RULE", about: "leave out what is wrong with other rules" },
      watch: { about: "check again whenever a file changes" },
      format: { value: RULES_FORMAT_NAMES.join("|"), about: "how to print the result (text)" },
      json: { about: "short for --format json" },
    },
    load: () => import("./commands/rules-check.js"),
  },
  {
    usage: "rules explain CODE",
    summary: "what a code of a diagnostic means, with its examples",
    options: {
      domain: { value: "DOMAIN", about: "only this domain (all that have the code)" },
      "spec-version": { value: "VERSION", about: "this version (the current one)" },
      rules: RULES,
    },
    load: () => import("./commands/rules-explain.js"),
  },
  {
    usage: "rules show DOMAIN/VERSION",
    summary: "print a spec package as a whole, with the file that each of its parts comes from",
    options: { rules: RULES, json: { about: "print the parts too, as JSON" } },
    load: () => import("./commands/rules-show.js"),
  },
  {
    usage: "rules new DOMAIN VERSION",
    summary: "start a version of a spec package, or a whole domain",
    options: {
      extends: {
        value: "VERSION",
        about: "inherit this released version; only changes are written",
      },
      from: { value: "VERSION", about: "copy this version of the domain instead of a minimal one" },
      schema: { value: "SCHEMA", about: "make it of a JSON Schema: FILE or FILE#/pointer" },
      example: {
        value: "FILE",
        about: "a document for --schema; can be repeated",
        isRepeated: true,
      },
      rules: { value: "DIR", about: "folder to make it in (RULES_DIR, ./rules)" },
    },
    load: () => import("./commands/rules-new.js"),
  },
  {
    usage: "rules diff DOMAIN VERSION VERSION",
    summary: "show what changed between two versions, and whether it accepts less or more",
    options: {
      json: { about: "print the result as JSON" },
      markdown: { about: "print it for release notes" },
      rules: RULES,
    },
    load: () => import("./commands/rules-diff.js"),
  },
  {
    usage: "rules release DOMAIN VERSION",
    summary:
      "release a version: check it, set its status and record its digest, so it never changes again",
    options: {
      "accept-changes": {
        about: "release it although it may refuse candidates that the version before accepts",
      },
      rules: RULES,
    },
    load: () => import("./commands/rules-release.js"),
  },
  {
    usage: "rules retire DOMAIN VERSION",
    summary:
      "announce in every answer when a released version will end; setting its status to retired ends it",
    options: {
      on: { value: "DATE", about: "when it is expected to end, such as 2027-01-31; required" },
      "deprecated-on": { value: "DATE", about: "since when authors should use another (today)" },
      rules: RULES,
    },
    load: () => import("./commands/rules-retire.js"),
  },
  {
    usage: "serve",
    summary: "start the service; environment variables configure it",
    options: {
      check: { about: "only check configuration, rules and targets; exit with 78 on errors" },
      rules: RULES,
      targets: CHECKING.targets,
    },
    moreHelp: async () => (await import("../service/config.js")).variablesHelp(),
    load: () => import("./commands/serve.js"),
  },
  {
    usage: "mcp proxy COMMAND...",
    summary:
      "run an MCP server (write -- before COMMAND), and repair calls of its tools that do not fit their schemas",
    options: {
      strict: {
        about: "answer a call that cannot be repaired with its faults, without calling the server",
      },
      log: { value: "FILE", about: "append a line of JSON for each repair" },
      "log-values": { about: "with values, which may be private" },
    },
    load: () => import("./commands/mcp-proxy.js"),
  },
  {
    usage: "mcp",
    summary:
      "serve an MCP client over standard input and output, with the rules of this machine and without a key",
    options: {
      schema: CHECKING.schema,
      rules: RULES,
      targets: CHECKING.targets,
      "base-url": CHECKING["base-url"],
    },
    load: () => import("./commands/mcp.js"),
  },
  {
    usage: "lsp",
    summary:
      "serve an editor over standard input and output, as a language server for proposals and rules",
    options: {
      stdio: { about: "the only transport; editors say so" },
      domain: {
        value: "DOMAIN",
        about: "the domain of candidates without an envelope (by its shape)",
      },
      files: { value: "PATTERN", about: "files that are proposals (*.proposal.json)" },
      rules: RULES,
      targets: CHECKING.targets,
      "base-url": CHECKING["base-url"],
    },
    load: () => import("./lsp/serve.js"),
  },
  {
    usage: "keys new [ID]",
    summary: "create a key and its entry for the keys file",
    options: {},
    load: () => import("./commands/keys-new.js"),
  },
];
