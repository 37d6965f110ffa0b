import type { CheckDefinition } from "./check.js";
import { count } from "./count.js";
import { declaredType } from "./declared-type.js";
import { distinct } from "./distinct.js";
import { distinctFromRegistered } from "./distinct-from-registered.js";
import { hasKeys } from "./has-keys.js";
import { length } from "./length.js";
import { noneOf } from "./none-of.js";
import { notRegistered } from "./not-registered.js";
import { oneOf } from "./one-of.js";
import { onlyKeys } from "./only-keys.js";
import { pattern } from "./pattern.js";
import { range } from "./range.js";
import { sorted } from "./sorted.js";
import { unique } from "./unique.js";

/** Every check that a rule can name. */
export const CHECKS: ReadonlyMap<string, CheckDefinition> = new Map(
  [
    oneOf,
    noneOf,
    pattern,
    length,
    range,
    hasKeys,
    onlyKeys,
    declaredType,
    notRegistered,
    distinctFromRegistered,
    unique,
    sorted,
    count,
    distinct,
  ].map((definition) => [definition.name, definition]),
);
