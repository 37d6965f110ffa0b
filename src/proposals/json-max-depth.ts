/** Levels of objects and arrays, the outermost being the first: 64 KiB hold 32,000, which overflow recursive readers. */
export const JSON_MAX_DEPTH = 32;
