import type { Operation } from "../../ground/json/patch.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import type { Meaning } from "../../ground/text/meaning.js";
import { type Fix, makeFix } from "../problem.js";

/** Values at wrong paths, and the absent paths where they belong: one problem with one fix. */
export interface Relocation {
  /** The unknown keys of one object that it moves, or that contain the values. Only the first of them is a problem. */
  readonly keys: readonly string[];
  readonly title: string;
  readonly patch: readonly Operation[];
  /** Whether each value has one place to go to, nothing is overwritten, and nothing is lost. */
  readonly isCertain: boolean;
  /** The property beside them that the keys are moved into. */
  readonly holder?: string;
  /** The absent places that certainly get a value, and where it is now: pointers from the object. */
  readonly found: ReadonlyMap<string, string>;
}

/** What an unknown key was probably meant as. */
export interface UnknownKey {
  /** The absent property of the same object that it is another name of. */
  readonly meant: Meaning | undefined;
  readonly relocation: Relocation | undefined;
  /** The absent properties that no other key was meant as. */
  readonly absent: readonly string[];
  /** Whether it is the first one of its object without a meaning. */
  readonly isFirst: boolean;
  /** Whether a key can be removed with its value without losing information. */
  isRedundant(key: string, value: unknown): boolean;
}

export function fixByRelocation({ title, patch, isCertain }: Relocation): Fix {
  return makeFix(title, isCertain, [...patch]);
}

export function moveAll(from: string, to: string, moves: readonly { readonly key: string; readonly name: string }[]) {
  return moves.map(
    ({ key, name }): Operation => ({ op: "move", from: joinPointer(from, key), path: joinPointer(to, name) }),
  );
}

/** Adds an empty object, unless there is an object. */
export function addObject(value: unknown, path: string): Operation[] {
  return isObject(value) ? [] : [{ op: "add", path, value: {} satisfies JsonObject }];
}
