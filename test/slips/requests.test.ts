import { isDeepStrictEqual } from "node:util";
import { applyPatch, type Operation } from "rfc6902";
import { AppError } from "../../src/proposals/app-error.js";
import type { Dependencies } from "../../src/proposals/dependencies.js";
import { readRequest } from "../../src/proposals/read-request.js";
import { resolve } from "../../src/proposals/resolve.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { copy, type Json } from "./json.js";
import { readCorpus } from "./slip.js";

const { cases } = readCorpus(new URL("./requests/", import.meta.url));
const MOST_ROUNDS = 6;

let dependencies: Dependencies;
beforeAll(async () => {
  const registry = { current: () => RegistryIndex.of([]), retryAfterSeconds: () => 1 };
  const target = { id: "sample-studio", url: "http://localhost", domains: ["generator-option"], registry };
  const targets = { list: () => [target], find: (id: string) => (id === target.id ? target : undefined) };
  dependencies = { specs: compiledSpecs("rules"), baseUrl: "http://localhost", targets };
});

test.each(cases.map((one) => [one.title, one] as const))("%s", async (_, { sent, meant, sure }) => {
  const error = await refusal(sent);
  const repaired = patched(sent, error?.details.repair?.patch ?? []);
  if (sure === true) {
    expect(withoutNulls(repaired)).toEqual(meant);
    return;
  }
  expect(await refusal(repaired)).toBeInstanceOf(AppError);
  if (sure === false) expect(await isOffered(sent, error as AppError, meant)).toBe(true);
});

async function refusal(body: Json): Promise<AppError | undefined> {
  try {
    resolve(await readRequest(copy(body), dependencies), dependencies);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Whether some fix leads to what was meant: alone, or followed by what is certain or offered first. */
async function isOffered(sent: Json, { details: { errors = [] } }: AppError, meant: Json): Promise<boolean> {
  for (const { patch } of errors.flatMap(({ fixes = [] }) => fixes)) {
    let body = patched(sent, patch);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (isDeepStrictEqual(body, meant)) return true;
      const { details } = (await refusal(body)) ?? {};
      body = patched(
        body,
        details?.repair?.patch ?? details?.errors?.flatMap(({ fixes = [] }) => fixes)[0]?.patch ?? [],
      );
    }
  }
  return false;
}

/** The root of a document cannot be replaced in place. */
function patched(body: Json, patch: readonly object[]): Json {
  const whole = { body: copy(body) };
  const below = patch.map((one) => {
    const { path, from } = one as { path: string; from?: string };
    return { ...one, path: `/body${path}`, ...(from !== undefined && { from: `/body${from}` }) };
  });
  expect(applyPatch(whole, below as Operation[])).toEqual(patch.map(() => null));
  return whole.body;
}

/** An optional property that is null counts as absent. */
function withoutNulls(body: Json): Json {
  return Object.fromEntries(Object.entries(body as object).filter(([, value]) => value !== null));
}
