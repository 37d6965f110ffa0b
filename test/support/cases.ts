import { readFileSync } from "node:fs";

/**
 * Tests by tables: those in the JSON file beside a test file (`a.test.ts`, `a.cases.json`), each
 * under the title of its test. A text between rows says why the next ones are there.
 */
export function casesOf(testFile: string) {
  const file = new URL(testFile.replace(/(\.slow)?\.test\.ts$/, ".cases.json"));
  const tables: Record<string, unknown[]> = JSON.parse(readFileSync(file, "utf8"));
  const unused = new Set(Object.keys(tables));
  afterAll(() => expect([...unused]).toEqual([]));
  return <Row extends readonly unknown[]>(title: string, run: (...row: Row) => unknown) => {
    unused.delete(title);
    const rows = (tables[title] as Row[]).filter(Array.isArray);
    // For a value that a row leaves out, jest would pass a callback.
    test.each(rows)(title, (...row) => run(...(row as unknown as Row)));
  };
}
