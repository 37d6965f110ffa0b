/** The taken ids of a target product, as checks see them. */
export interface Registry {
  has(id: string): boolean;
  /** The taken ids that differ only by case or by one edit, in their order. */
  near(id: string): readonly string[];
  /** Another registry of the same target product. */
  named?(name: string): Registry | undefined;
  /** Whether it is unknown which ids are taken, so an id may be taken although has() is false. */
  readonly isUnknown?: boolean;
}

/** A registry that also knows the other registries of its target product. */
export function withNamed(registry: Registry, others: ReadonlyMap<string, Registry>): Registry {
  if (others.size === 0) return registry;
  const { isUnknown = false } = registry;
  return {
    isUnknown,
    has: (id) => registry.has(id),
    near: (id) => registry.near(id),
    named: (name) => others.get(name),
  };
}

/** A registry in which no id is taken. */
export const EMPTY_REGISTRY: Registry = { has: () => false, near: () => [] };

/** The registry if there is none to ask, as in a browser. */
export const UNKNOWN_REGISTRY: Registry = { isUnknown: true, has: () => false, near: () => [] };
