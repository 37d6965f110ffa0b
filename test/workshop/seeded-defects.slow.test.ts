import type { FileError } from "../../src/ground/files/file-error.js";
import { type DomainName, RulesFolder } from "../support/rules-folder.js";
import { someOf } from "../support/runs.js";
import { DEFECTS, type Defect } from "./defects.js";

/** All errors of a domain in which some mistakes were made. */
async function errorsWith(domain: DomainName, defects: readonly Defect[]): Promise<FileError[]> {
  const rules = new RulesFolder(domain);
  for (const { make } of defects) make(rules);
  return rules.errors();
}

const isOf = (error: FileError, { file, detail }: Defect) =>
  error.file === file && detail.test(error.detail);

/**
 * Mistakes in different rules are made together, since every error is reported at once; that saves
 * most of the time.
 */
function* batchesOf(defects: readonly Defect[]): Generator<Defect[]> {
  let left = defects.filter(({ rule }) => rule !== undefined);
  while (left.length > 0) {
    const batch = new Map<string, Defect>();
    const [{ domain }] = left as [Defect];
    for (const defect of left)
      if (defect.domain === domain && batch.size < 8 && !batch.has(defect.file))
        batch.set(defect.file, defect);
    left = left.filter((defect) => batch.get(defect.file) !== defect);
    yield [...batch.values()];
  }
}

const CHOSEN = Object.entries(DEFECTS).flatMap(([kind, all]) =>
  someOf(all, 16).map((defect) => ({ ...defect, kind })),
);
/** The errors of a batch, for each of its defects that is among them. */
const found = new Map<Defect, FileError[]>();

beforeAll(async () => {
  for (const batch of batchesOf(CHOSEN)) {
    const [{ domain }] = batch as [Defect];
    const errors = await errorsWith(domain, batch);
    for (const defect of batch)
      if (errors.some((error) => isOf(error, defect))) found.set(defect, errors);
  }
});

test.each(CHOSEN)("a mistake in $kind is refused or warned of: $detail", async (defect) => {
  const { domain, file, detail } = defect;
  const errors = found.get(defect) ?? (await errorsWith(domain, [defect]));
  expect(errors).toContainEqual(
    expect.objectContaining({ file, detail: expect.stringMatching(detail) }),
  );
});

test("without a mistake, a domain has no error, and each of its limits can be shown", async () => {
  const rules = new RulesFolder("trade");
  expect(await rules.errors()).toEqual([]);
});
