/** Where a registry's document comes from. It rejects when it cannot tell, and gives up when the signal fires. */
export type RegistrySource = (knownVersion: string | undefined, signal: AbortSignal) => Promise<RegistryAnswer>;

/** `version` is whatever the source recognises this content by, such as an entity tag. */
export type RegistryAnswer = "unchanged" | { readonly body: Buffer; readonly version: string | undefined };
