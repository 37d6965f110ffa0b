import { didYouMean } from "../ground/text/did-you-mean.js";
import { ERROR_CODES } from "../proposals/errors/error-codes.js";
import type { Site } from "./layout.js";

const FIXED = [
  "/playground",
  "/reference",
  "/rules",
  "/problems",
  "/openapi.json",
  "/llms.txt",
  "/readyz",
];

/** The path that was probably meant: a misspelled one, or the nearest one above it. */
export function nearestPage(path: string, { dependencies: { catalog } }: Site): string | undefined {
  const ofDomains = [...catalog.values()].flatMap(({ id, versions }) => [
    `/rules/${id}`,
    ...versions.map(({ version }) => `/rules/${id}/${version}`),
  ]);
  const paths = [
    ...FIXED,
    ...ofDomains,
    ...Object.keys(ERROR_CODES).map((code) => `/problems/${code}`),
  ];
  const meant = path.replace(/\/+/g, "/").replace(/\/$/, "");
  for (let part = meant; part !== ""; part = part.slice(0, part.lastIndexOf("/"))) {
    // Folding a name drops its slashes, so a path that differs only by case is one of these too.
    const near = paths.find((one) => one === part) ?? didYouMean(part, paths);
    if (near !== undefined) return near;
  }
  return undefined;
}
