/** The document of a registry does not say which generators exist. */
export class RegistryFormatError extends Error {
  constructor(
    /** RFC 6901, into the registry document. */
    readonly pointer: string,
    detail: string,
  ) {
    super(detail);
  }
}
