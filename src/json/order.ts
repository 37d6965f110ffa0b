const DATE = /^\d{4}-\d\d-\d\d(?:[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/;

/** How a number, a date or a date-time is ordered among its kind; undefined for anything else. */
export function orderOf(value: unknown): { kind: "number" | "date"; order: number } | undefined {
  if (typeof value === "number") return { kind: "number", order: value };
  if (typeof value !== "string" || !DATE.test(value)) return undefined;
  const order = Date.parse(value);
  return Number.isNaN(order) ? undefined : { kind: "date", order };
}

/** Numbers and dates by their value, strings by their characters; zero where two values have no order. */
export function compareValues(one: unknown, other: unknown): number {
  const [a, b] = [orderOf(one), orderOf(other)];
  if (a !== undefined && b !== undefined && a.kind === b.kind) return a.order - b.order;
  if (typeof one !== "string" || typeof other !== "string") return 0;
  return one < other ? -1 : Number(one > other);
}
