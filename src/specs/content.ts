import { isWithin } from "../json/patch.js";
import { valueAt } from "../json/pointer.js";

/** What a file holds. A fault in one part of it leaves the others usable, so that their faults can be told as well. */
export class Content {
  constructor(
    /** Nothing where the file cannot be read. */
    readonly value: unknown,
    /** Where faults were found. */
    private readonly faulty: readonly string[],
  ) {}

  /** What stands at a place, unless there is a fault at it or below. */
  sound<T>(pointer = ""): T | undefined {
    if (this.faulty.some((place) => isWithin(place, pointer))) return undefined;
    return valueAt(this.value, pointer) as T | undefined;
  }
}
