export function usage({ name, operands }: { readonly name: string; readonly operands: readonly string[] }): string {
  return ["assay", name, ...operands].join(" ");
}
