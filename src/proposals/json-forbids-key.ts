/** Keys that reach an object's prototype when a reader assigns them carelessly. */
export function jsonForbidsKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}
