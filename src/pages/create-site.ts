import Router from "@koa/router";
import type { Context, Middleware, Next } from "koa";
import { cacheByContent } from "../ground/cache/cache-by-object.js";
import type { CurrentDependencies, Dependencies } from "../proposals/dependencies.js";
import { AppError } from "../proposals/errors/app-error.js";
import { prefersHtml } from "../service/http/encoded.js";
import { loadAssets } from "./assets.js";
import { ADDRESS_OF_REQUEST, documentSender, type Send } from "./document.js";
import type { Site } from "./layout.js";
import { nearestPage } from "./nearest-page.js";
import { PAGES } from "./page-routes.js";
import { llmsText, robotsText } from "./pages/for-programs.js";
import { notFoundPage } from "./pages/not-found.js";

interface SiteOptions extends Pick<Site, "name" | "keyUrl" | "quota" | "describeApi"> {
  readonly served: CurrentDependencies;
  /** Without a BASE_URL, pages name the address that the request has reached. */
  readonly address: string | undefined;
}

const PLAIN_TEXT = "text/plain; charset=utf-8";

type MakeContent = (site: Site) => string | Promise<string> | undefined;

/** Serves pages and their files. Requests that do not prefer HTML are passed on to the API. */
export function createSite({
  served,
  address = ADDRESS_OF_REQUEST,
  ...options
}: SiteOptions): Middleware {
  const assets = loadAssets();
  const basePath = new URL(address).pathname.replace(/\/$/, "");
  const siteNow = (): Site => {
    const { current } = served;
    return {
      ...options,
      dependencies: current,
      address,
      basePath,
      rulesPath: chooseRulesPath(current.catalog),
      assets,
    };
  };
  const documents = cacheByContent<Promise<Send>>();
  /** Finds a document for the rules and targets in use; undefined if there is none. */
  const find = (key: string, make: MakeContent, type?: string) =>
    documents(served.current, key, () => {
      const content = make(siteNow());
      return content === undefined
        ? undefined
        : Promise.resolve(content).then((text) =>
            documentSender(text, served.current.baseUrl, type),
          );
    });
  const sender =
    (key: string, make: MakeContent, type?: string, status?: number) => async (ctx: Context) =>
      (await find(key, make, type))?.(ctx, status);
  const sendNotFound = (ctx: Context, path: string) => {
    const nearest = nearestPage(path, siteNow());
    return sender(
      `not-found ${nearest}`,
      (site) => notFoundPage(site, nearest),
      undefined,
      404,
    )(ctx);
  };

  const router = new Router({ sensitive: true, strict: true });
  for (const { paths, html, api } of PAGES)
    router.get(paths, async (ctx: Context, next: Next) => {
      const key = JSON.stringify([paths, ctx.params]);
      const send = prefersHtml(ctx) ? await find(key, (site) => html(site, ctx.params)) : undefined;
      if (send !== undefined) return send(ctx);
      ctx.vary("Accept");
      ctx.path = api(ctx.path);
      await next();
    });
  router.get("/llms.txt", sender("/llms.txt", llmsText, PLAIN_TEXT));
  router.get("/robots.txt", sender("/robots.txt", robotsText, PLAIN_TEXT));
  router.get("/favicon.ico", (ctx: Context) =>
    redirect(ctx, 302, basePath + assets.href("favicon.svg")),
  );
  router.get("/assets/:file", (ctx: Context) => assets.serve(ctx));
  router.get("/mcp", (ctx: Context, next: Next) => {
    ctx.set("Vary", "Accept");
    if (!prefersHtml(ctx)) return next();
    return redirect(ctx, 303, `${basePath}/#mcp`);
  });

  const routes = router.routes() as Middleware;
  const isPage = (path: string) => router.match(path, "GET").pathAndMethod.length > 0;
  return async (ctx, next) => {
    const { path } = ctx;
    const isRead = ctx.method === "GET" || ctx.method === "HEAD";
    try {
      await (isRead ? routes(ctx, next) : next());
    } catch (error) {
      if (!(error instanceof AppError && error.code === "not-found")) throw error;
      // The API would answer another method for a page as an unknown path.
      if (!isRead && isPage(ctx.path)) {
        ctx.set("Allow", "GET, HEAD");
        const detail = "this path does not support the method; use GET, HEAD";
        throw new AppError("method-not-allowed", detail, error.details);
      }
      ctx.vary("Accept");
      if (!prefersHtml(ctx)) throw error;
      // The address of a page with a slash at the end, about which the API is strict.
      const page = ctx.path.replace(/\/+$/, "");
      if (page !== ctx.path && isPage(page))
        return redirect(ctx, 308, basePath + page + ctx.search);
      ctx.state.error = error.code;
      await sendNotFound(ctx, path);
    }
  };
}

function redirect(ctx: Context, status: number, location: string): void {
  ctx.set("Location", location);
  ctx.status = status;
}

/** The rules of the only domain, or the list of domains. */
function chooseRulesPath(catalog: Dependencies["catalog"]): string {
  const [only, ...others] = [...catalog.values()].map(
    (domain) => domain.current ?? domain.versions.at(-1),
  );
  return only === undefined || others.length > 0
    ? "/rules"
    : `/rules/${only.domainId}/${only.version}`;
}
