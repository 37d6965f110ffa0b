/** Everything wrong with a piece of configuration at once, so that an operator mends it in one go. */
export class Faults extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "Faults";
  }
}
