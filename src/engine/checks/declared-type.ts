import { SpecError } from "../spec-error.js";
import type { NodeCheckDefinition } from "./check.js";
import { checkRecords, wrongTypes } from "./declared-record.js";

export const declaredType: NodeCheckDefinition = {
  name: "declared-type",
  summary:
    "The value has the type that the candidate declares for it; the place ends in `{declaration}`. `{form}` says how values of that type look, `{converted}` is what the value means in it. Where most records do not have it and another type fits all, `{declaration}` points at the declaration and `{fitting}` is that type.",
  value: { const: true },
  options: {},
  types: ["any"],
  placeholders: () => ["key", "type", "form", "converted", "declaration", "fitting"],
  compile() {
    throw new SpecError('the place must end in a declaration, such as "/records/*/{fields}"', "/at");
  },
  compileDeclared(declaration, where) {
    if (declaration.source.types === undefined)
      throw new SpecError(`the declaration "${declaration.name}" has no types; add "type" and "types" to it`, "/at");
    return checkRecords(wrongTypes, declaration, where);
  },
};
