/** The ids that are taken in a target product, as far as checks need to know. */
export interface Registry {
  has(id: string): boolean;
  /** An existing id that differs only by case or by one edit. */
  near(id: string): string | undefined;
}
