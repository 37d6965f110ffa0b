import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Json } from "../json/value.js";
import { formatSpecValue } from "../specs/format-spec-file.js";
import { SCAFFOLD } from "../specs/lint/lint-package.js";

/** The files of a small complete package: a shape, a list in `data`, a rule with a fix, and its examples. */
function minimalPackage(domain: string, version: string): Record<string, Json> {
  return {
    "domain.json": {
      $schema: "../domain.schema.json",
      title: domain,
      description: SCAFFOLD.description,
    },
    [`${version}/spec.json`]: {
      $schema: "../../spec.schema.json",
      status: "draft",
      title: SCAFFOLD.title,
      base: "complete",
      data: { kinds: ["first", "second"] },
      normalize: [
        { step: "nfc", at: "/title" },
        { step: "single-space", at: "/title" },
        { step: "trim", at: "/title" },
        { step: "order-keys", at: "", by: ["title", "kind"] },
      ],
    },
    [`${version}/candidate.schema.json`]: {
      $schema: "../../shape.schema.json",
      type: "object",
      required: ["title", "kind"],
      additionalProperties: false,
      properties: {
        title: {
          description: "The title that people read.",
          type: "string",
          minLength: 1,
          maxLength: 80,
          placeholder: "My title",
        },
        kind: { description: "One of the kinds.", type: "string", examples: ["first"] },
      },
    },
    [`${version}/rules/kind-is-known.json`]: RULE,
    [`${version}/examples/complete.json`]: {
      $schema: "../../../example.schema.json",
      title: "A complete candidate passes without warnings",
      candidate: { title: "A title", kind: "first" },
      diagnostics: [],
    },
  };
}

const RULE = {
  $schema: "../../../rule.schema.json",
  severity: "error",
  summary: "The kind is one of the known kinds.",
  rationale: SCAFFOLD.rationale,
  check: { at: "/kind", "one-of": { spec: "/kinds" } },
  message: "{actual} is not a known kind; allowed: {expected}",
  fixes: [{ title: 'Replace with "{nearest}"', applicability: "machine-applicable", set: { "{path}": "{nearest}" } }],
  examples: [
    { title: "a known kind passes" },
    {
      title: "a misspelt kind is corrected",
      set: { "/kind": "frist" },
      violations: ["/kind"],
      message: '"frist" is not a known kind; allowed: first, second',
      fix: "machine-applicable",
      fixed: { "/kind": "first" },
    },
    {
      title: "another kind needs the author",
      set: { "/kind": "third" },
      violations: ["/kind"],
      fix: "maybe-incorrect",
    },
  ],
};

/** Writes a minimal spec package, and domain.json if the domain is new. */
export async function makeMinimal(dir: string, domain: string, version: string): Promise<void> {
  const files = minimalPackage(domain, version);
  for (const [name, content] of Object.entries(files)) {
    const path = join(dir, domain, name);
    if (name === "domain.json" && existsSync(path)) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, formatSpecValue(content), { flag: "wx" });
  }
}
