/** What an operator should hear about a registry. A failure that repeats is told once. */
export type RegistryEvent =
  | { readonly kind: "loaded"; readonly generators: number }
  | { readonly kind: "failed"; readonly detail: string };
