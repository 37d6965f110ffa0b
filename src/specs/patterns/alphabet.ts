/**
 * Characters that stand for all others: every ASCII character, and for each general category of Unicode some in
 * several scripts. Two classes of a pattern that share a character share one of these, or one that the pattern itself
 * names.
 */
const BEYOND_ASCII = [
  ..."\u0085\u00a0\u00aa\u00ad\u00b2\u00b5\u00bd\u00c4\u00d7\u00df\u00e4\u00e9\u00f1\u0131\u0141\u0160\u017f\u01c5\u01c6\u02b0\u02c6",
  ..."\u0300\u0345\u0370\u0391\u03a3\u03b1\u03c2\u03c3\u0410\u0430\u0451\u0531\u0561\u05d0\u05b0\u0627\u064b\u0660\u06f0\u0904\u0915\u093e",
  ..."\u0966\u0e01\u0e31\u0e50\u10d0\u1100\u1161\u13a0\u1780\u1e9e\u1f88\u2003\u200b\u200d\u2013\u2018\u2019\u201c\u2020\u2028\u2029",
  ..."\u2044\u20ac\u20dd\u2100\u2160\u2170\u2190\u2200\u2460\u2500\u25cb\u3000\u3001\u3042\u30a2\u4e00\u9fa5\uac00\ufb01\ufeff\uff10",
  ..."\uff21\uff41\ufffd\u{10400}\u{10428}\u{1d400}\u{1d7ce}\u{1f1e6}\u{1f600}\u{20000}\u{e0001}\u{10fffd}",
];

export function alphabetFor(pattern: string): string[] {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  return [...new Set([...ascii, ...BEYOND_ASCII, ...pattern])];
}
