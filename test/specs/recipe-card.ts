import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RulesFolder } from "./rules-folder.js";

export const RECIPE = {
  dish: "Lentil soup",
  course: "starter",
  serves: 4,
  ingredients: [
    { item: "lentils", unit: "g" },
    { item: "water", unit: "l" },
  ],
  batches: [{ lentils: 250, water: 1.5 }],
};

/** Adds a domain that has nothing to do with generators; not a field name is shared with them. */
export function addRecipeCards(rules: RulesFolder): void {
  const folder = "recipe-card/v1";
  for (const part of ["rules", "examples"]) mkdirSync(join(rules.dir, folder, part), { recursive: true });
  rules.write("recipe-card/domain.json", {
    $schema: "../domain.schema.json",
    title: "Recipe card",
    description: "A dish and what goes into it.",
  });
  rules.write(`${folder}/spec.json`, {
    $schema: "../../spec.schema.json",
    status: "released",
    title: "Recipe cards",
    base: "lentil-soup",
    data: {
      courses: ["starter", "main", "dessert"],
      units: { g: { type: "integer", examples: [100] }, l: { type: "number", examples: [0.5] } },
    },
    declarations: {
      ingredients: {
        at: "/ingredients/*",
        name: "/item",
        type: "/unit",
        types: { spec: "/units" },
        records: "/batches/*",
      },
    },
    normalize: [
      { step: "trim", at: "/dish" },
      { step: "default", at: "/serves", value: 2 },
      { step: "order-keys", at: "/batches/*", by: { declared: "ingredients" } },
    ],
  });
  rules.write(`${folder}/candidate.schema.json`, {
    $schema: "../../shape.schema.json",
    type: "object",
    required: ["dish", "course", "ingredients", "batches"],
    additionalProperties: false,
    properties: {
      dish: { type: "string", minLength: 1, maxLength: 60 },
      course: { type: "string" },
      serves: { type: "integer", minimum: 1, maximum: 100 },
      ingredients: {
        type: "array",
        minItems: 1,
        maxItems: 40,
        items: {
          type: "object",
          required: ["item", "unit"],
          additionalProperties: false,
          properties: { item: { type: "string", maxLength: 40 }, unit: { type: "string", enum: ["g", "l"] } },
        },
      },
      batches: { type: "array", maxItems: 10, items: { type: "object" } },
    },
  });
  rules.write(`${folder}/examples/lentil-soup.json`, {
    $schema: "../../../example.schema.json",
    title: "A complete card",
    candidate: RECIPE,
    diagnostics: [],
  });
  rules.write(`${folder}/rules/courses-are-served.json`, {
    $schema: "../../../rule.schema.json",
    severity: "error",
    summary: "The course is one that the house serves.",
    rationale: "The menu has no other place for it.",
    check: { at: "/course", "one-of": { spec: "/courses" } },
    message: "{actual} is not served; served: {expected}",
    fixes: [{ title: 'Replace with "{nearest}"', applicability: "machine-applicable", set: { "{path}": "{nearest}" } }],
    examples: [
      { title: "a course of the house passes" },
      {
        title: "a slip is corrected",
        set: { "/course": "desert" },
        violations: ["/course"],
        message: '"desert" is not served; served: starter, main, dessert',
        fix: "machine-applicable",
        fixed: { "/course": "dessert" },
      },
    ],
  });
  rules.write(`${folder}/rules/batches-are-weighed.json`, {
    $schema: "../../../rule.schema.json",
    severity: "error",
    summary: "Every amount is in the unit of its ingredient.",
    rationale: "The kitchen weighs what the card says.",
    check: { at: "/batches/*/{ingredients}", "declared-type": true },
    message: "{actual} is no amount in {type}",
    fixes: [
      { title: "Replace with {converted}", applicability: "machine-applicable", set: { "{path}": "{converted}" } },
    ],
    examples: [
      { title: "amounts in their units pass" },
      {
        title: "an amount in quotes is converted",
        set: { "/batches/0/lentils": "250" },
        violations: ["/batches/0/lentils"],
        message: '"250" is no amount in g',
        fix: "machine-applicable",
        fixed: { "/batches/0/lentils": 250 },
      },
    ],
  });
}
