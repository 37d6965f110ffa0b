import { existsSync } from "node:fs";
import { UNKNOWN_REGISTRY } from "../../registry/registry.js";
import { openSpecs } from "../../specs/load-specs.js";
import { type DependencyOptions, type OpenDependencies, openDependencies } from "../check/dependencies.js";
import { CommandError } from "../command.js";
import type { Io } from "../io.js";
import { locateOwn, locateRules } from "../locate.js";

interface EditorDependencies extends OpenDependencies {
  /** Tells the author whether rules that ask a registry are checked. */
  readonly status: string;
}

/**
 * What proposals in an editor are checked with. Versions with errors are left out, since they are being written. If the
 * user has no targets file, every registry is unknown.
 */
export async function openEditorDependencies(options: DependencyOptions, io: Io): Promise<EditorDependencies> {
  const load = async (dirs: string[]) => (await openSpecs(dirs)).catalog;
  const isNamed = options.targets !== undefined || Boolean(io.env.TARGETS_FILE?.trim());
  let reason = "there is no targets file";
  if (isNamed || existsSync(locateOwn("TARGETS_FILE", options.targets, io))) {
    try {
      const opened = await openDependencies(options, io, load);
      await Promise.all(opened.targets.list().map(({ id }) => opened.prepare(id)));
      return Object.assign(opened, { status: "assay: rules of registries are on" });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      reason = error.message;
    }
  }
  const specs = await load(locateRules(options.rules, io));
  const registry = { current: () => UNKNOWN_REGISTRY, retryAfterSeconds: () => 1 };
  const target = (id: string) => ({ id, url: "http://localhost", domains: [...specs.keys()], registry });
  const baseUrl = options["base-url"] ?? io.env.BASE_URL?.trim();
  return {
    specs,
    targets: { list: () => [target("any")], find: target },
    baseUrl: baseUrl || "http://localhost:8080",
    hasLinks: Boolean(baseUrl),
    prepare: async () => {},
    close: () => {},
    status: `assay: rules of registries are off: ${reason}`,
  };
}
