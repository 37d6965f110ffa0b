import { appendFileSync } from "node:fs";

/** For what is measured but not asserted: printed with the test, and in the report of `npm run test:all`. */
export function reportFigure(figure: string): void {
  // Jest would print its own console with a stack.
  process.stdout.write(`${figure}\n`);
  if (process.env.FIGURES_FILE !== undefined) appendFileSync(process.env.FIGURES_FILE, `${figure}\n`);
}
