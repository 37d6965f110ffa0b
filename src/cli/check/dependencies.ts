import { resolve } from "node:path";
import { errorText } from "../../ground/files/file-error.js";
import { UNKNOWN_REGISTRY } from "../../ground/registry/registry.js";
import { visible } from "../../ground/text/visible.js";
import { anyTarget, type Dependencies, NO_SERVICE } from "../../proposals/dependencies.js";
import type { OperationResult } from "../../proposals/results.js";
import { loadTargets } from "../../service/targets/load-targets.js";
import type { RegistrySettings, TargetSettings } from "../../service/targets/parse-targets.js";
import { Targets } from "../../service/targets/targets.js";
import type { Catalog } from "../../specs/catalog.js";
import { loadSpecs, openSpecs } from "../../specs/load-specs.js";
import { CommandError, type Options } from "../command.js";
import type { Io } from "../io.js";
import { hasOwnPath, locate, locateRules, type Surroundings } from "../locate.js";

/** The dependencies of the use cases, opened for a command. */
export interface OpenDependencies extends Dependencies {
  /** Whether the caller has named the service that links lead to. */
  readonly hasLinks: boolean;
  /**
   * Loads the registry of a target product once. Not all are loaded, since most requests name the
   * same product.
   */
  prepare(targetProduct: string): Promise<void>;
  /** Answers a request in place of the use cases. Throws an `AppError` if it is refused. */
  check?(body: unknown): Promise<OperationResult>;
  close(): void;
}

export async function openDependencies(
  options: Options,
  io: Surroundings & Pick<Io, "stderr">,
  loaded?: Catalog,
): Promise<OpenDependencies> {
  if (options.service !== undefined) {
    const { openService } = await import("./ask-service.js");
    return openService(options.service, options, io);
  }
  const links = readBaseUrl(options, io);
  if (options.schema !== undefined) {
    const alone = withoutTargets(await readSchemaDomain(options.schema, io));
    return links.hasLinks ? { ...alone, ...links } : alone;
  }
  const catalog = loaded ?? (await loadSpecs(locateRules(options.rules, io)));
  const read = await loadTargets(locate("TARGETS_FILE", options.targets, io));
  if ("errors" in read)
    throw new CommandError(
      "the targets file is invalid; fix these errors:",
      ...read.errors.map(errorText),
    );
  const settings = read.targets.map((target) => withRegistries(target, options.registry, io));
  const targets = new Targets(settings, (id, event) => {
    const which = event.registry === undefined ? "the registry" : `the registry ${event.registry}`;
    if (event.kind === "failed")
      io.stderr.write(`${which} of ${id} cannot be loaded: ${visible(event.detail)}\n`);
  });
  const started = new Set<string>();
  return {
    catalog,
    targets,
    ...links,
    async prepare(targetProduct) {
      const target = targets.find(targetProduct);
      if (target === undefined || started.has(target.id)) return;
      started.add(target.id);
      await target.registry.start();
    },
    close: () => targets.stop(),
  };
}

function withRegistries(
  target: TargetSettings,
  files: string | undefined,
  { cwd }: Surroundings,
): TargetSettings {
  let registry: RegistrySettings = target.registry;
  const registries = { ...target.registries };
  for (const file of files?.split(",") ?? []) {
    const [, name, path = ""] = /^(?:([a-z0-9-]+)=)?(.*)$/.exec(file) ?? [];
    const settings = { file: resolve(cwd, path) };
    if (name === undefined) registry = settings;
    else registries[name] = settings;
  }
  return { ...target, registry, registries };
}

function readBaseUrl(
  options: Options,
  { env }: Surroundings,
): Pick<OpenDependencies, "baseUrl" | "hasLinks"> {
  const named = options["base-url"] ?? env.BASE_URL?.trim();
  const url = named || "http://localhost:8080";
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandError("the base URL must be an http or https URL");
  return { baseUrl: url.replace(/\/+$/, ""), hasLinks: Boolean(named) };
}

/** Like openDependencies(), for many calls: the registries of all target products are loaded. */
export async function openSession(
  options: Options,
  io: Io,
  loaded?: Catalog,
): Promise<OpenDependencies> {
  const opened = await openDependencies(options, io, loaded);
  await Promise.all(opened.targets.list().map(({ id }) => opened.prepare(id)));
  return opened;
}

/** The status tells the author whether rules that ask a registry are checked. */
export type EditorDependencies = OpenDependencies & { readonly status: string };

/**
 * What proposals in an editor are checked with. Versions with errors are left out, since they are
 * being written. If the user has no targets file, every registry is unknown.
 */
export async function openEditorDependencies(
  options: Options,
  io: Io,
): Promise<EditorDependencies> {
  const links = readBaseUrl(options, io);
  const { catalog } = await openSpecs(locateRules(options.rules, io));
  let reason = "there is no targets file";
  if (hasOwnPath("TARGETS_FILE", options.targets, io)) {
    try {
      return {
        ...(await openSession(options, io, catalog)),
        status: "assay: registry rules are on",
      };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      reason = error.message;
    }
  }
  return {
    ...withoutTargets(catalog),
    ...links,
    status: `assay: registry rules are off: ${reason}`,
  };
}

/** Loaded when it is needed: the compiler of schemas takes as long to load as the rest. */
async function readSchemaDomain(location: string, { cwd }: Surroundings): Promise<Catalog> {
  const { readSchema } = await import("../read-schema.js");
  return readSchema(location, cwd);
}

/**
 * Dependencies that need no targets file: every target product is known, and every registry
 * unknown.
 */
function withoutTargets(catalog: Catalog): OpenDependencies {
  const find = anyTarget(catalog, undefined, UNKNOWN_REGISTRY);
  const targets = { list: () => [find("any")], find };
  return {
    catalog,
    targets,
    baseUrl: NO_SERVICE,
    hasLinks: false,
    prepare: async () => {},
    close: () => {},
  };
}
