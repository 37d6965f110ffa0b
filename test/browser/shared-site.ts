import { SiteInBrowser } from "./site.js";

/** So few that a test can use them up in a moment. */
export const CALLS = 40;

export const used = new SiteInBrowser({ RATE_LIMIT_CALLS: String(CALLS), RATE_LIMIT_WINDOW_SECONDS: "3" });
