import { cacheByObject } from "../../ground/cache/cache-by-object.js";
import type { JsonObject } from "../../ground/json/value.js";
import { allows } from "../../schema/schemas-in.js";
import {
  columnsAsRecords,
  idAsObject,
  itemOfArray,
  jsonInText,
  listInText,
  mapAsList,
  onlyProperty,
  onlyValue,
  recordAsRow,
  schemaAsType,
  valueAsList,
} from "./containers.js";
import type { Row } from "./reading.js";
import { numberAsText, SCALAR_ROWS } from "./scalars.js";

/** All ways to read values, the plainest first: of two with the same result, the first counts. */
export const READINGS: readonly Row[] = [
  ...SCALAR_ROWS,
  jsonInText,
  onlyProperty,
  recordAsRow,
  columnsAsRecords,
  mapAsList,
  schemaAsType,
  onlyValue,
  listInText,
  itemOfArray,
  valueAsList,
  idAsObject,
  numberAsText,
];

/**
 * The rows that read values as a schema wants them. Kept, because the schema is that of a whole
 * column.
 */
export const rowsFor = cacheByObject((schema: JsonObject): readonly Row[] =>
  READINGS.filter(
    ({ to }) =>
      to === schema.format || allows(schema, to === "number" ? "integer" : to) || to === "any",
  ),
);
