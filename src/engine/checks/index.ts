import type { Check } from "./check.js";
import { extraKeysCheck } from "./extra-keys.js";
import { inCheck } from "./in.js";
import { missingKeysCheck } from "./missing-keys.js";
import { mistypedCheck } from "./mistyped.js";
import { notInCheck } from "./not-in.js";
import { outsideCheck } from "./outside.js";
import { registeredCheck } from "./registered.js";
import { repeatsCheck } from "./repeats.js";
import { resemblesCheck } from "./resembles.js";
import { unlikeCheck } from "./unlike.js";

/** Every check that a rule can name. */
export const CHECKS: ReadonlyMap<string, Check> = new Map(
  [
    extraKeysCheck,
    inCheck,
    missingKeysCheck,
    mistypedCheck,
    notInCheck,
    outsideCheck,
    registeredCheck,
    repeatsCheck,
    resemblesCheck,
    unlikeCheck,
  ].map((check) => [check.name, check]),
);
