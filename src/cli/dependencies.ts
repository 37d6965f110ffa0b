import type { Dependencies } from "../proposals/dependencies.js";
import { loadSpecs } from "../specs/load-specs.js";
import { loadTargets } from "../targets/load-targets.js";
import { Targets } from "../targets/targets.js";
import { CommandError } from "./command.js";
import type { Io } from "./io.js";
import { locate } from "./locate.js";
import { visible } from "./report/visible.js";

export const DEPENDENCY_OPTIONS = {
  rules: { type: "string", value: "DIR", about: "folder of the spec packages (RULES_DIR, ./rules)" },
  targets: { type: "string", value: "FILE", about: "target products (TARGETS_FILE, ./config/targets.json)" },
  "base-url": { type: "string", value: "URL", about: "base URL of the service, for links (BASE_URL)" },
} as const;

interface Given {
  readonly rules?: string;
  readonly targets?: string;
  readonly "base-url"?: string;
}

/** Opens what the use cases depend on while `use` runs. Reads only the registry of the given target product. */
export async function withDependencies<T>(
  given: Given,
  io: Io,
  targetProduct: string,
  use: (dependencies: Dependencies) => Promise<T>,
): Promise<T> {
  const baseUrl = readBaseUrl(given["base-url"] ?? (io.env.BASE_URL?.trim() || "http://localhost:8080"));
  const specs = await loadSpecs(locate("RULES_DIR", given.rules, io));
  const loaded = await loadTargets(locate("TARGETS_FILE", given.targets, io));
  if ("errors" in loaded) {
    const lines = loaded.errors.map(({ file, pointer, detail }) => `${file}${pointer && ` at ${pointer}`}: ${detail}`);
    throw new CommandError(["the targets file is invalid; fix these errors:", ...lines].join("\n"));
  }
  const targets = Targets.open(loaded.targets, (id, event) => {
    if (event.kind === "failed") io.stderr.write(`the registry of ${id} cannot be loaded: ${visible(event.detail)}\n`);
  });
  try {
    await targets.find(targetProduct)?.registry.start();
    return await use({ specs, targets, baseUrl });
  } finally {
    targets.stop();
  }
}

function readBaseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new CommandError("the base URL must be an http or https URL");
  return text.replace(/\/+$/, "");
}
