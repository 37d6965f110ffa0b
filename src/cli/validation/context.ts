import { resolve } from "node:path";
import { CallError, Client, type ProposalRequest } from "../../client/client.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { errorText } from "../../ground/files/file-error.js";
import { UNKNOWN_REGISTRY } from "../../ground/registry/registry.js";
import { visible } from "../../ground/text/visible.js";
import { anyTarget, type Dependencies, NO_SERVICE } from "../../proposals/dependencies.js";
import { AppError } from "../../proposals/errors/app-error.js";
import type { OperationResult, ValidationResult } from "../../proposals/results.js";
import { loadTargets } from "../../service/targets/load-targets.js";
import type { RegistrySettings, TargetSettings } from "../../service/targets/parse-targets.js";
import { Targets } from "../../service/targets/targets.js";
import type { Catalog } from "../../specs/catalog.js";
import { loadSpecs, tryLoadSpecs } from "../../specs/load-specs.js";
import { CommandError, type Options } from "../command.js";
import type { Io } from "../io.js";
import { hasUserPath, locateRules, resolvePathOrShipped } from "../locate.js";

/** What a command needs to validate requests. */
export interface ValidationContext extends Dependencies {
  /** Whether a service is known that links could lead to. */
  readonly hasServiceUrl: boolean;
  /** Loads the registry of a target product once. Most requests name the same product. */
  loadRegistry(targetProduct: string): Promise<void>;
  /** Validates in place of the rules on this machine. Throws an `AppError` for a refused request. */
  validateRemotely?(body: unknown): Promise<OperationResult>;
  close(): void;
}

/** Opens what the options name: a service, a schema, or rules with target products. */
export async function openContext(options: Options, io: Io): Promise<ValidationContext> {
  if (options.service !== undefined) return openService(options.service, options, io);
  if (options.schema === undefined)
    return openTargets(await loadSpecs(locateRules(options.rules, io)), options, io);
  const links = readServiceUrl(options, io);
  // Loaded on demand: the compiler of schemas takes as long to load as everything else.
  const { compileSchemaFile } = await import("../schema-file.js");
  const context = contextWithoutTargets(compileSchemaFile(options.schema, io.cwd));
  return links.hasServiceUrl ? { ...context, ...links } : context;
}

/** Like openContext(), but with the registries of all target products: for many requests. */
export async function openContextWithRegistries(
  options: Options,
  io: Io,
): Promise<ValidationContext> {
  const context = await openContext(options, io);
  await loadRegistries(context);
  return context;
}

async function loadRegistries({ targets, loadRegistry }: ValidationContext): Promise<void> {
  await Promise.all(targets.list().map(({ id }) => loadRegistry(id)));
}

export interface EditorContext extends ValidationContext {
  /** Tells the author whether rules that ask a registry are checked. */
  readonly status: string;
}

/**
 * A context for an editor. Versions with errors are left out, because their author is at work on
 * them. Without a targets file, all registries are unknown.
 */
export async function openEditorContext(options: Options, io: Io): Promise<EditorContext> {
  const links = readServiceUrl(options, io);
  const { catalog } = await tryLoadSpecs(locateRules(options.rules, io));
  let reason = "there is no targets file";
  if (hasUserPath("TARGETS_FILE", options.targets, io)) {
    try {
      const context = await openTargets(catalog, options, io);
      await loadRegistries(context);
      return { ...context, status: "assay: registry rules are on" };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      reason = error.message;
    }
  }
  const status = `assay: registry rules are off: ${reason}`;
  return { ...contextWithoutTargets(catalog), ...links, status };
}

/** A context without a targets file: accepts any target product, and knows no registry. */
function contextWithoutTargets(catalog: Catalog): ValidationContext {
  const find = anyTarget(catalog, undefined, UNKNOWN_REGISTRY);
  return {
    catalog,
    targets: { list: () => [find("any")], find },
    baseUrl: NO_SERVICE,
    hasServiceUrl: false,
    async loadRegistry() {},
    close() {},
  };
}

/** Finds the version that a result is about; undefined if a service has validated. */
export function findSpec(
  { domainId, specPackage }: ValidationResult,
  { catalog }: ValidationContext,
): CompiledSpec | undefined {
  const versions = catalog.get(domainId)?.versions;
  return versions?.find(({ version }) => version === specPackage.version);
}

async function openTargets(catalog: Catalog, options: Options, io: Io): Promise<ValidationContext> {
  const links = readServiceUrl(options, io);
  const read = await loadTargets(resolvePathOrShipped("TARGETS_FILE", options.targets, io));
  if ("errors" in read)
    throw new CommandError(
      "the targets file is invalid; fix these errors:",
      ...read.errors.map(errorText),
    );
  const settings = read.targets.map((target) => replaceRegistries(target, options.registry, io));
  const targets = new Targets(settings, (id, event) => {
    if (event.kind !== "failed") return;
    const name = event.registry === undefined ? "" : ` ${event.registry}`;
    io.stderr.write(`the registry${name} of ${id} cannot be loaded: ${visible(event.detail)}\n`);
  });
  const loaded = new Set<string>();
  return {
    catalog,
    targets,
    ...links,
    async loadRegistry(targetProduct) {
      const target = targets.find(targetProduct);
      if (target === undefined || loaded.has(target.id)) return;
      loaded.add(target.id);
      await target.registry.start();
    },
    close: () => targets.stop(),
  };
}

/** Replaces registries by the files of `--registry`: `FILE` or `NAME=FILE`, with commas between. */
function replaceRegistries(
  target: TargetSettings,
  files: string | undefined,
  { cwd }: Io,
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

function readServiceUrl(options: Options, { env }: Io) {
  const named = options["base-url"] ?? env.BASE_URL?.trim();
  const url = named || "http://localhost:8080";
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandError("the base URL must be an http or https URL");
  return { baseUrl: url.replace(/\/+$/, ""), hasServiceUrl: Boolean(named) };
}

/** Validates with a running service, for authors who have neither its rules nor its registries. */
async function openService(
  service: string,
  options: Options,
  { env }: Io,
): Promise<ValidationContext> {
  const key = env.ASSAY_KEY?.trim();
  if (!key)
    throw new CommandError(
      "--service needs a key; set ASSAY_KEY to a key of the service, which starts with ai_",
    );
  try {
    const client = new Client({ url: service, key });
    const context = contextWithoutTargets(new Map());
    const find = anyTarget(context.catalog, undefined, UNKNOWN_REGISTRY);
    // Only a candidate without an envelope needs the target products.
    const { domains } = options.domain === undefined ? { domains: [] } : await client.domains();
    const targets = domains.map(({ domainId, targetProduct }) => ({
      ...find(targetProduct),
      domains: [domainId],
    }));
    return {
      ...context,
      targets: { list: () => targets, find },
      baseUrl: service,
      hasServiceUrl: true,
      async validateRemotely(body) {
        try {
          return await client.validate(body as ProposalRequest);
        } catch (error) {
          throw toLocalError(error);
        }
      },
    };
  } catch (error) {
    throw toLocalError(error);
  }
}

/** Turns the refusal of a service into the error that the rules on this machine would throw. */
function toLocalError(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { problem, message } = error;
  if (problem === undefined || problem.status === 401) return new CommandError(message);
  const { code, detail, errors, moreErrors, repair } = problem;
  return new AppError(code, detail, {
    ...(errors && { errors }),
    ...(moreErrors && { moreErrors }),
    ...(repair && { repair }),
  });
}
