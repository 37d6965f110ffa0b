import { dirname, resolve } from "node:path";
import { describeFailure } from "../../ground/fetch/bounded-fetch.js";
import { readBounded, UnreadableFile } from "../../ground/files/bounded-file.js";
import type { FileError } from "../../ground/files/file-error.js";
import { JsonRanges } from "../../ground/json/json-ranges.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { listRegistries, parseTargets, type TargetSettings } from "./parse-targets.js";
import { publicFailure } from "./polled-registry.js";
import { RegistryFormatError, readIds } from "./read-ids.js";

export type LoadedTargets =
  | { readonly targets: readonly TargetSettings[] }
  | { readonly errors: readonly FileError[] };

/**
 * Reads the targets file. Returns every error in it and, once its schema holds, in the registry
 * files that it names, and domains that are none of `domainIds`, if there are any.
 */
export async function loadTargets(
  file: string,
  domainIds: readonly string[] = [],
): Promise<LoadedTargets> {
  const path = resolve(file);
  const { text, targets, flaws } = await parse(path);
  const errors: FileError[] = flaws.map((flaw) => ({ file: path, ...flaw }));
  for (const [index, target] of targets.entries()) {
    for (const { registry } of listRegistries(target))
      if ("file" in registry)
        Object.assign(registry, { file: resolve(dirname(path), registry.file) });
    for (const [at, domain] of target.domains.entries()) {
      if (domainIds.length === 0 || domainIds.includes(domain)) continue;
      const detail = `"${domain}" is not a domain of the rules; use one of ${domainIds.join(", ")}`;
      errors.push({ file: path, pointer: `/targets/${index}/domains/${at}`, detail });
    }
    errors.push(...(await registryErrors(target, path, index)));
  }
  if (errors.length === 0) return { targets };
  const read = JsonRanges.read(text);
  return {
    errors: errors.map((error) => {
      if (error.file !== path || text === "") return error;
      const { line, column } =
        "ranges" in read ? read.ranges.near(error.pointer) : (read.error.position ?? {});
      return { ...error, ...(line && { line }), ...(column && { column }) };
    }),
  };
}

async function parse(
  path: string,
): Promise<ReturnType<typeof parseTargets> & { readonly text: string }> {
  let text = "";
  let detail = "is not valid JSON; fix its syntax";
  try {
    text = (await readBounded(path)).toString();
    const content = tryParse(text);
    if (content !== undefined) return { ...parseTargets(content), text };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    detail = error.reason;
  }
  return { targets: [], flaws: [{ pointer: "", detail, publicDetail: detail }], text };
}

// A registry behind a URL may be unavailable at startup and come up later; a file must be there.
async function registryErrors(
  target: TargetSettings,
  path: string,
  index: number,
): Promise<FileError[]> {
  const errors: FileError[] = [];
  for (const { registry, at } of listRegistries(target)) {
    if (!("file" in registry)) continue;
    try {
      readIds(await readBounded(registry.file), registry.pointer);
    } catch (error) {
      const pointer = `/targets/${index}${at}/file`;
      errors.push(
        error instanceof RegistryFormatError
          ? {
              file: registry.file,
              pointer: error.pointer,
              detail: error.detail,
              publicDetail: error.detail,
            }
          : {
              file: path,
              pointer,
              detail: describeFailure(error),
              publicDetail: publicFailure(error),
            },
      );
    }
  }
  return errors;
}
