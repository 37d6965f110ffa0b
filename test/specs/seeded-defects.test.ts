import { DATA, STEPS } from "./defects/data.js";
import type { Defect } from "./defects/defect.js";
import { EXAMPLES } from "./defects/examples.js";
import { FILES } from "./defects/files.js";
import { FIXES } from "./defects/fixes.js";
import { CHECKS, CONDITIONS, PATTERNS } from "./defects/logic.js";
import { PLACEHOLDERS } from "./defects/placeholders.js";
import { SHAPES } from "./defects/shape.js";
import { DOMAINS, type DomainName, Workshop } from "./defects/workshop.js";

const CLASSES: Readonly<Record<string, readonly Defect[]>> = {
  "a fix": FIXES,
  "an example": EXAMPLES,
  "a placeholder": PLACEHOLDERS,
  "a condition": CONDITIONS,
  "a check": CHECKS,
  "a pattern": PATTERNS,
  "data and declarations": DATA,
  "a step of normalization": STEPS,
  "a shape": SHAPES,
  "a file": FILES,
};

test.each(Object.keys(DOMAINS) as DomainName[])("%s as it comes raises no alarm", async (domain) => {
  const workshop = new Workshop(domain);
  try {
    expect(await workshop.errors()).toEqual([]);
  } finally {
    workshop.discard();
  }
});

describe.each(Object.entries(CLASSES))("a mistake in %s is refused", (_, defects) => {
  test.each(defects)("$title", async ({ domain, file, detail, make }) => {
    const workshop = new Workshop(domain);
    try {
      make(workshop);
      const errors = await workshop.errors();
      expect(errors).toContainEqual(expect.objectContaining({ file, detail: expect.stringMatching(detail) }));
      const found = errors.find((error) => error.file === file && detail.test(error.detail));
      // A file that is in the wrong place, or that nobody could read, has no place in it to show.
      if (!/move it|missing|rename|larger|named|code of/.test(found?.detail ?? "")) {
        expect(found).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
      }
    } finally {
      workshop.discard();
    }
  });
});

test("there are many of them, and each has its own title within its class", () => {
  const all = Object.values(CLASSES);
  expect(all.flat().length).toBeGreaterThanOrEqual(200);
  for (const defects of all) expect(new Set(defects.map(({ title }) => title)).size).toBe(defects.length);
});
