/** The taken ids of a target product, as checks see them. */
export interface Registry {
  has(id: string): boolean;
  /** A taken id that differs only by case or by one edit. */
  near(id: string): string | undefined;
}
