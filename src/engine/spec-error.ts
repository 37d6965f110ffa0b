/** An error in the files of a spec package, for the maintainer who writes them. */
export class SpecError extends Error {
  constructor(
    message: string,
    /** A pointer into the part that is being compiled. */
    readonly pointer = "",
  ) {
    super(message);
  }

  /** The same error with its pointer below `base`. */
  below(base: string): SpecError {
    return new SpecError(this.message, base + this.pointer);
  }
}

export function raise(error: SpecError): never {
  throw error;
}

/**
 * Runs `compile`, and reports the spec error that it throws. Any other error is our own fault, and
 * is thrown on.
 */
export function catchSpecErrors<T>(
  report: (error: SpecError) => void,
  compile: () => T,
): T | undefined {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    report(error);
    return undefined;
  }
}

/** The result of `compile`; undefined if the package has an error. */
export function ifCompiles<T>(compile: () => T): T | undefined {
  return catchSpecErrors(() => undefined, compile);
}
