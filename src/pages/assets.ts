import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "koa";
import { PACKAGE_ROOT } from "../package-root.js";
import { AppError } from "../proposals/errors/app-error.js";
import { sendEncoded } from "../service/http/encoded.js";

/** Scripts and styles of the pages, as `web/build.js` has written them. */
export type Assets = ReturnType<typeof loadAssets>;

const PREFIX = "/assets/";
/** The name of the file changes with its content. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";
/** The engine generates validators, as with `eval`. Without `connect-src`, a worker sends nothing. */
const WORKER_POLICY = "default-src 'none'; script-src 'unsafe-eval'";

/** Reads all assets: they are sent from memory. */
export function loadAssets(folder = join(PACKAGE_ROOT, "dist/web")) {
  const read = (name: string) => readFileSync(join(folder, name));
  const manifest: Record<string, { file: string; type: string; imports?: string[] }> = JSON.parse(
    read("manifest.json").toString(),
  );
  const assets = new Map(
    Object.entries(manifest).map(([name, { file, type }]) => {
      const encoded = { identity: read(file), br: read(`${file}.br`), gzip: read(`${file}.gz`) };
      return [file, { type, encoded, isWorker: name.endsWith("worker.js") }];
    }),
  );
  return {
    /** The path of a file, by the name that pages use for it, such as `site.css`. */
    href(name: string): string {
      const entry = manifest[name];
      if (entry === undefined) throw new Error(`${name} is not an asset`);
      return PREFIX + entry.file;
    },
    /** The paths of what a script imports at once. */
    imports: (name = "") => (manifest[name]?.imports ?? []).map((file) => PREFIX + file),
    serve(ctx: Context): void {
      const asset = assets.get(ctx.path.slice(PREFIX.length));
      if (asset === undefined)
        throw new AppError("not-found", "no asset has this name; reload the page");
      ctx.set({ "Cache-Control": CACHE_CONTROL, Vary: "Accept-Encoding" });
      if (asset.isWorker) ctx.set("Content-Security-Policy", WORKER_POLICY);
      ctx.type = asset.type;
      sendEncoded(ctx, asset.encoded);
    },
  };
}
