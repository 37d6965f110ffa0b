import { type Command, FORMAT_NAMES, RULES_FORMAT_NAMES } from "./command.js";

const RULES = ["DIR", "folders of the spec packages (RULES_DIR, ./rules)"] as const;
const TARGETS = ["FILE", "target products (TARGETS_FILE, ./config/targets.json)"] as const;
const SCHEMA = [
  "SCHEMA",
  "check any JSON by this JSON Schema instead: FILE or FILE#/pointer",
] as const;
const BASE_URL = ["URL", "base URL of the service, for links (BASE_URL)"] as const;

/** The options that `validate` and `build` share. */
const PROPOSAL_OPTIONS: Command["options"] = {
  fix: "apply the machine-applicable fixes to FILE; for -, print the fixed document",
  schema: SCHEMA,
  domain: ["DOMAIN", "FILE is a candidate for this domain, without an envelope"],
  target: ["PRODUCT", "its target product (the only one that accepts the domain)"],
  "spec-version": [
    "VERSION",
    "check against this version of the spec package (the one that FILE names)",
  ],
  rules: RULES,
  targets: TARGETS,
  registry: [
    "[NAME=]FILE,...",
    "files with registered ids, instead of those of the target products",
  ],
  "base-url": BASE_URL,
};

export const COMMANDS: readonly Command[] = [
  {
    name: "validate",
    operands: ["FILE..."],
    summary: "check requests or candidates: files, folders, NDJSON, or - for standard input",
    options: {
      format: [FORMAT_NAMES.join("|"), "how to print what was found (text)"],
      json: "print the exact response of the service; short for --format json",
      trace: [
        "[RULE]",
        "show for each rule, or for RULE, what it looked at and why it holds or not",
      ],
      service: [
        "URL",
        "ask this service instead of rules on this machine, with the key in ASSAY_KEY",
      ],
      ...PROPOSAL_OPTIONS,
    },
    load: () => import("./commands/validate.js"),
  },
  {
    name: "build",
    operands: ["FILE|-"],
    summary: "check a request and print its package if it is valid",
    options: { json: "print the exact response of the service", ...PROPOSAL_OPTIONS },
    load: () => import("./commands/build.js"),
  },
  {
    name: "rules check",
    operands: ["[DOMAIN[/VERSION[/RULE]]]"],
    summary: "load spec packages and run their examples",
    options: {
      rules: RULES,
      only: ["RULE", "leave out what is wrong with other rules"],
      watch: "check again whenever a file changes",
      format: [RULES_FORMAT_NAMES.join("|"), "how to print the result (text)"],
      json: "short for --format json",
    },
    load: () => import("./commands/rules-check.js"),
  },
  {
    name: "rules explain",
    operands: ["CODE"],
    summary: "what a code of a diagnostic means, with its examples",
    options: {
      domain: ["DOMAIN", "only this domain (all that have the code)"],
      "spec-version": ["VERSION", "this version (the current one)"],
      rules: RULES,
    },
    load: () => import("./commands/rules-explain.js"),
  },
  {
    name: "rules show",
    operands: ["DOMAIN/VERSION"],
    summary: "print a spec package as a whole, with the file that each of its parts comes from",
    options: { rules: RULES, json: "print the parts too, as JSON" },
    load: () => import("./commands/rules-show.js"),
  },
  {
    name: "rules new",
    operands: ["DOMAIN", "VERSION"],
    summary: "start a version of a spec package, or a whole domain",
    options: {
      extends: ["VERSION", "inherit this released version; only changes are written"],
      from: ["VERSION", "copy this version of the domain instead of a minimal one"],
      schema: ["SCHEMA", "make it of a JSON Schema: FILE or FILE#/pointer"],
      example: ["FILE", "a document for --schema; can be repeated", "repeatable"],
      rules: ["DIR", "folder to make it in (RULES_DIR, ./rules)"],
    },
    load: () => import("./commands/rules-new.js"),
  },
  {
    name: "rules diff",
    operands: ["DOMAIN", "VERSION", "VERSION"],
    summary: "show what changed between two versions, and whether it accepts less or more",
    options: {
      json: "print the result as JSON",
      markdown: "print it for release notes",
      rules: RULES,
    },
    load: () => import("./commands/rules-diff.js"),
  },
  {
    name: "rules release",
    operands: ["DOMAIN", "VERSION"],
    summary:
      "release a version: check it, set its status and record its digest, so it never changes again",
    options: {
      "accept-changes":
        "release it although it may refuse candidates that the version before accepts",
      rules: RULES,
    },
    load: () => import("./commands/rules-release.js"),
  },
  {
    name: "rules retire",
    operands: ["DOMAIN", "VERSION"],
    summary:
      "announce in every answer when a released version will end; setting its status to retired ends it",
    options: {
      on: ["DATE", "when it is expected to end, such as 2027-01-31; required"],
      "deprecated-on": ["DATE", "since when authors should use another (today)"],
      rules: RULES,
    },
    load: () => import("./commands/rules-retire.js"),
  },
  {
    name: "serve",
    operands: [],
    summary: "start the service; environment variables configure it",
    options: {
      check: "only check configuration, rules and targets; exit with 78 on errors",
      rules: RULES,
      targets: TARGETS,
    },
    moreHelp: async () => (await import("../service/config.js")).variablesHelp(),
    load: () => import("./commands/serve.js"),
  },
  {
    name: "mcp proxy",
    operands: ["COMMAND..."],
    summary:
      "run an MCP server (write -- before COMMAND), and repair calls of its tools that do not fit their schemas",
    options: {
      strict: "answer a call that cannot be repaired with its faults, without calling the server",
      log: ["FILE", "append a line of JSON for each repair"],
      "log-values": "with values, which may be private",
    },
    load: () => import("./commands/mcp-proxy.js"),
  },
  {
    name: "mcp",
    operands: [],
    summary:
      "serve an MCP client over standard input and output, with the rules of this machine and without a key",
    options: { schema: SCHEMA, rules: RULES, targets: TARGETS, "base-url": BASE_URL },
    load: () => import("./commands/mcp.js"),
  },
  {
    name: "lsp",
    operands: [],
    summary:
      "serve an editor over standard input and output, as a language server for proposals and rules",
    options: {
      stdio: "the only transport; editors say so",
      domain: ["DOMAIN", "the domain of candidates without an envelope (by its shape)"],
      files: ["PATTERN", "files that are proposals (*.proposal.json)"],
      rules: RULES,
      targets: TARGETS,
      "base-url": BASE_URL,
    },
    load: () => import("./commands/lsp.js"),
  },
  {
    name: "keys new",
    operands: ["[ID]"],
    summary: "create a key and its entry for the keys file",
    options: {},
    load: () => import("./commands/keys-new.js"),
  },
];
