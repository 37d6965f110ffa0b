import type { SchemaFlaw } from "./bundle.js";

/** A schema that cannot be used, with all reasons. */
export class InvalidSchema extends Error {
  override readonly name = "InvalidSchema";

  constructor(readonly flaws: readonly SchemaFlaw[]) {
    super(
      flaws.map(({ place, detail }) => (place === "" ? detail : `${place}: ${detail}`)).join("\n"),
    );
  }
}
