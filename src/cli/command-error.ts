/** What ends a command without a verdict: wrong usage, or input that cannot be read. */
export class CommandError extends Error {}
