import { resolve } from "node:path";
import type { Dependencies } from "../../proposals/dependencies.js";
import type { Catalog } from "../../specs/catalog.js";
import { errorText } from "../../specs/file-error.js";
import { loadSpecs } from "../../specs/load-specs.js";
import { loadTargets } from "../../targets/load-targets.js";
import type { RegistrySettings, TargetSettings } from "../../targets/parse-targets.js";
import { Targets } from "../../targets/targets.js";
import { visible } from "../../text/visible.js";
import { CommandError } from "../command.js";
import type { Io } from "../io.js";
import { locate, locateRules } from "../locate.js";

export interface DependencyOptions {
  readonly rules?: string;
  readonly targets?: string;
  /** `FILE`, `NAME=FILE`, or several with commas. */
  readonly registry?: string;
  readonly "base-url"?: string;
}

/** The dependencies of the use cases, opened for a command. */
export interface OpenDependencies extends Dependencies {
  /** Whether the caller has named the service that links lead to. */
  readonly hasLinks: boolean;
  /** Loads the registry of a target product once. Not all are loaded, since most requests name the same product. */
  prepare(targetProduct: string): Promise<void>;
  close(): void;
}

export async function openDependencies(
  given: DependencyOptions,
  io: Io,
  load: (dirs: string[]) => Promise<Catalog> = loadSpecs,
): Promise<OpenDependencies> {
  const named = given["base-url"] ?? io.env.BASE_URL?.trim();
  const baseUrl = readBaseUrl(named || "http://localhost:8080");
  const specs = await load(locateRules(given.rules, io));
  const loaded = await loadTargets(locate("TARGETS_FILE", given.targets, io));
  if ("errors" in loaded) {
    throw new CommandError("the targets file is invalid; fix these errors:", ...loaded.errors.map(errorText));
  }
  const settings = loaded.targets.map((target) => withRegistries(target, given.registry, io));
  const targets = new Targets(settings, (id, event) => {
    const which = event.registry === undefined ? "the registry" : `the registry ${event.registry}`;
    if (event.kind === "failed") io.stderr.write(`${which} of ${id} cannot be loaded: ${visible(event.detail)}\n`);
  });
  const started = new Map<string, Promise<void>>();
  return {
    specs,
    targets,
    baseUrl,
    hasLinks: Boolean(named),
    async prepare(targetProduct) {
      const target = targets.find(targetProduct);
      if (target === undefined) return;
      const start = started.get(target.id) ?? target.registry.start();
      started.set(target.id, start);
      await start;
    },
    close: () => targets.stop(),
  };
}

function withRegistries(target: TargetSettings, given: string | undefined, io: Io): TargetSettings {
  let registry: RegistrySettings = target.registry;
  const registries = { ...target.registries };
  for (const part of given?.split(",") ?? []) {
    const [, name, path = ""] = /^(?:([a-z0-9-]+)=)?(.*)$/.exec(part) ?? [];
    const settings = { file: resolve(io.cwd, path) };
    if (name === undefined) registry = settings;
    else registries[name] = settings;
  }
  return { ...target, registry, registries };
}

function readBaseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new CommandError("the base URL must be an http or https URL");
  return text.replace(/\/+$/, "");
}
