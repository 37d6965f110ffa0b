/** Something wrong in the files of a spec package, told to the maintainer who writes them. */
export class SpecFault extends Error {
  constructor(
    message: string,
    readonly pointer = "",
  ) {
    super(message);
  }
}
