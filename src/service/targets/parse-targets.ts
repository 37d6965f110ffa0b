import type { ErrorObject } from "ajv/dist/2020.js";
import type { Flaw } from "../../ground/files/file-error.js";
import { joinPointer } from "../../ground/json/pointer.js";
import { createAjv, toFlaw } from "../../schema/ajv.js";
import { KEBAB_CASE } from "../../schema/formats.js";

/** Bounded, because each registry is polled by itself. */
const MAX_REGISTRIES = 16;

// Where the ids are in the document, with one `*`: `/ids/*`, `/data/rows/*/key`.
const POINTER = {
  type: "string",
  pattern: "^(/([^/*~]|~[01])+)+/\\*(/([^/*~]|~[01])+)*$",
  maxLength: 200,
};

const REGISTRY = {
  type: "object",
  // Not `oneOf`, which would report the errors of both forms.
  if: { required: ["file"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: {
    additionalProperties: false,
    properties: { file: { type: "string", minLength: 1 }, pointer: POINTER },
  },
  else: {
    required: ["url"],
    additionalProperties: false,
    properties: {
      url: { type: "string", format: "http-url" },
      refreshSeconds: { type: "integer", minimum: 1, maximum: 86_400, default: 60 },
      maxStaleSeconds: { type: "integer", minimum: 1, maximum: 2_592_000, default: 3600 },
      pointer: POINTER,
    },
  },
};

/** `base-url` and `http-url` are formats of ours, see `URL_FORMATS`. */
const targetsSchema = {
  type: "object",
  required: ["targets"],
  additionalProperties: false,
  properties: {
    targets: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["id", "url", "domains", "registry"],
        additionalProperties: false,
        properties: {
          id: { type: "string", ...KEBAB_CASE },
          url: { type: "string", format: "base-url" },
          domains: {
            type: "array",
            minItems: 1,
            uniqueItems: true,
            items: { type: "string", minLength: 1 },
          },
          registry: REGISTRY,
          registries: {
            type: "object",
            maxProperties: MAX_REGISTRIES,
            propertyNames: KEBAB_CASE,
            additionalProperties: REGISTRY,
          },
        },
      },
    },
  },
};

/** An entry of the targets file with defaults. */
export type TargetSettings = {
  readonly id: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly domains: readonly string[];
  /** The ids of the product itself. */
  readonly registry: RegistrySettings;
  /** Other registries, which rules ask by name. */
  readonly registries?: Readonly<Record<string, RegistrySettings>>;
};

/** `loadTargets` makes the path of the file absolute; here it is as written. */
export type RegistrySettings = { readonly pointer?: string } & (
  | { readonly file: string }
  | { readonly url: string; readonly refreshSeconds: number; readonly maxStaleSeconds: number }
);

const URL_FORMATS = {
  "http-url": {
    validate: isHttpUrl,
    detail: "must be an http or https URL without credentials or fragment",
  },
  "base-url": {
    validate: (text: string) => isHttpUrl(text) && !text.includes("?"),
    detail: "must be an http or https URL without credentials, query or fragment",
  },
};

const ajv = createAjv({
  ownProperties: true,
  messages: true,
  useDefaults: true,
  formats: URL_FORMATS,
});
const isTargetsFile = ajv.compile<{ targets: TargetSettings[] }>(targetsSchema);

/** The targets of a file, or its errors: those of its content only once its schema holds. */
export function parseTargets(content: unknown): {
  targets: readonly TargetSettings[];
  flaws: readonly Flaw[];
} {
  if (!isTargetsFile(content))
    return { targets: [], flaws: (isTargetsFile.errors ?? []).flatMap(toFlaws) };
  const targets = content.targets.map((target) => ({
    ...target,
    url: target.url.replace(/\/+$/, ""),
  }));
  return { targets, flaws: [...contentFlaws(targets)] };
}

function toFlaws(error: ErrorObject): Flaw[] {
  const { keyword, instancePath: pointer, params } = error;
  if (keyword === "if") return [];
  if (keyword === "minItems") return [{ pointer, detail: "must have at least one item" }];
  const format = URL_FORMATS[params.format as keyof typeof URL_FORMATS];
  return [format ? { pointer, detail: format.detail } : toFlaw(error)];
}

function* contentFlaws(targets: readonly TargetSettings[]): Iterable<Flaw> {
  const seen = new Set<string>();
  for (const [index, target] of targets.entries()) {
    const taken = `"${target.id}" is already the id of another target; choose another id`;
    if (seen.has(target.id)) yield { pointer: `/targets/${index}/id`, detail: taken };
    seen.add(target.id);
    for (const { registry, at } of listRegistries(target)) {
      if ("file" in registry || registry.maxStaleSeconds >= registry.refreshSeconds) continue;
      const { maxStaleSeconds, refreshSeconds } = registry;
      const detail = `maxStaleSeconds (${maxStaleSeconds}) must be at least refreshSeconds (${refreshSeconds})`;
      yield { pointer: `/targets/${index}${at}`, detail };
    }
  }
}

interface NamedRegistry {
  /** Empty for the product's own registry. */
  readonly name: string;
  readonly registry: RegistrySettings;
  /** The pointer into the target. */
  readonly at: string;
}

/** The product's own one comes first. */
export function listRegistries({ registry, registries = {} }: TargetSettings): NamedRegistry[] {
  const others = Object.entries(registries).map(([name, named]) => {
    return { name, registry: named, at: joinPointer("/registries", name) };
  });
  return [{ name: "", registry, at: "/registry" }, ...others];
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === "" && !text.includes("#");
}
