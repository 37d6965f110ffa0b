import { isDeepStrictEqual } from "node:util";
import type { Catalog, ValidationResult } from "../../../src/index.js";
import { type LibraryOptions, validate } from "../../../src/library.js";
import { patched } from "../../support/patched.js";

/**
 * The promises of an answer about its fixes and its repair, judged from outside: rfc6902 applies
 * each patch as a client would, and `validate` checks the result like any other request. Nothing of
 * the engine that made them is used.
 */
export class RepairOracle {
  readonly #validate: (request: object) => Promise<ValidationResult>;

  constructor(
    catalog: Catalog,
    private readonly domainId: string,
    options: LibraryOptions = {},
  ) {
    this.#validate = (request) => validate(catalog, request, options);
  }

  /** Returns how many fixes are certain. */
  async expect(candidate: unknown): Promise<number> {
    const request = { targetProduct: "sample-studio", domainId: this.domainId, candidate };
    const before = await this.#validate(request);
    const certain = before.diagnostics
      .flatMap(({ fixes }) => fixes)
      .filter(({ applicability }) => applicability === "machine-applicable");
    await this.#expectOffers(request, before);
    await this.#expectRepair(request, before, certain.length);
    return certain.length;
  }

  /** Each offer removes its diagnostic. */
  async #expectOffers(request: object, before: ValidationResult) {
    if (before.summary.truncated) return;
    const offers = before.diagnostics.flatMap((diagnostic) =>
      diagnostic.fixes
        .filter(({ applicability }) => applicability !== "machine-applicable")
        .map((fix) => ({ diagnostic, fix })),
    );
    for (const { diagnostic, fix } of evenly(offers, MAX_OFFERS)) {
      const after = await this.#validate(patched(request, fix.patch));
      if (after.summary.truncated) continue;
      // Two missing properties may have one code, path and message; what is expected tells them
      // apart.
      const isLeft = after.diagnostics.some(({ code, path, message, expected }) =>
        isDeepStrictEqual(
          [code, path, message, expected],
          [diagnostic.code, diagnostic.path, diagnostic.message, diagnostic.expected],
        ),
      );
      const mayShift = fix.patch.some(({ op, path }) => op !== "replace" && /\/\d+$/.test(path));
      const expected = { candidate: request, diagnostic, fix, isLeft: false };
      expect({ candidate: request, diagnostic, fix, isLeft: isLeft && !mayShift }).toEqual(
        expected,
      );
    }
  }

  async #expectRepair(
    request: object,
    { diagnostics, repair, summary }: ValidationResult,
    certain: number,
  ) {
    // A repair may change what is not among the diagnostics that are shown: errors beyond the limit
    // of the list, or items beyond the limit of their array, which removing others brings into
    // view. Of a fix that it applies with others, there may be no work left to prove that it is
    // certain alone.
    const isAllShown =
      !summary.truncated &&
      summary.omitted?.includes("fixes") !== true &&
      !diagnostics.some(({ code }) => code === "too-many-items");
    if (certain > 0 || isAllShown) expect(repair !== undefined).toBe(certain > 0);
    expect(summary.fixable).toBe(summary.errors - (repair?.remaining ?? summary.errors));
    if (repair === undefined) return;
    const repaired = patched(request, repair.patch);
    const after = await this.#validate(repaired);
    expect({
      request,
      added: addedBy(repair.patch, { diagnostics, summary }, after),
    }).toMatchObject({ added: [] });
    expect(repair.remaining).toBe(after.summary.errors);
    expect(repair.remaining).toBeLessThanOrEqual(summary.errors);
    expect(repair.open).toHaveLength(Math.min(MAX_OPEN, repair.remaining));
    const left = errorsOf(after).slice(0, MAX_OPEN);
    if (!after.summary.truncated)
      expect(repair.open).toEqual(left.map(({ code, path, message }) => ({ code, path, message })));
    if (repair.complete && after.summary.errors < MAX_COUNTED_EXACTLY)
      expect(after.repair).toBeUndefined();
  }
}

const MAX_OPEN = 20;
/** The number of offers of one answer that are tried. */
const MAX_OFFERS = 12;
/** Of so many errors, some are only counted. */
const MAX_COUNTED_EXACTLY = 1000;

type Diagnostic = ValidationResult["diagnostics"][number];
type Patch = Diagnostic["fixes"][number]["patch"];

const errorsOf = ({ diagnostics }: ValidationResult) =>
  diagnostics.filter(({ severity }) => severity === "error");

/** Some items of a list, at equal distances. */
function evenly<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/**
 * The errors that a repair adds where it changes nothing. A value that it moves may show some that
 * could not be seen.
 */
function addedBy(
  patch: Patch,
  before: Pick<ValidationResult, "diagnostics" | "summary">,
  after: ValidationResult,
): string[] {
  // What is not listed cannot be compared.
  if (before.summary.truncated || after.summary.truncated) return [];
  const touched = placesOf(patch);
  const isKnown = ({ code, path }: Diagnostic) =>
    before.diagnostics.some((one) => one.code === code && one.path === path);
  return errorsOf(after)
    .filter((error) => !touched.some((place) => isWithin(error.path, place)) && !isKnown(error))
    .map(({ code, path }) => `${code} at ${path}`);
}

/**
 * The places whose values or items a patch changes: adding or removing an item moves the others.
 */
function placesOf(patch: Patch): string[] {
  const parentOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  return patch.flatMap((operation) => {
    if (operation.op === "replace") return [operation.path];
    return [operation.path, ...("from" in operation ? [operation.from] : [])].map(parentOf);
  });
}

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
