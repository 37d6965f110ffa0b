/** Something wrong in the files of a spec package, told to the maintainer who writes them. */
export class SpecFault extends Error {
  constructor(
    message: string,
    /** Within the part that is being compiled; within spec.json where `inSpec` says so. */
    readonly pointer = "",
    readonly inSpec = false,
  ) {
    super(message);
  }

  below(base: string): SpecFault {
    return this.inSpec ? this : new SpecFault(this.message, base + this.pointer);
  }
}

/** Several at once. */
export class SpecFaults extends Error {
  constructor(readonly faults: readonly SpecFault[]) {
    super(faults.map(({ message }) => message).join("; "));
  }
}

/** Runs what may find fault with the files and passes each fault on; any other error is our own. */
export function reporting<T>(report: (fault: SpecFault) => void, compile: () => T): T | undefined {
  try {
    return compile();
  } catch (error) {
    if (error instanceof SpecFault) report(error);
    else if (error instanceof SpecFaults) error.faults.forEach(report);
    else throw error;
    return undefined;
  }
}
