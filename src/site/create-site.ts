import Router from "@koa/router";
import type { Context, Middleware, Next } from "koa";
import { prefersHtml } from "../http/negotiation.js";
import { AppError } from "../proposals/app-error.js";
import type { CurrentDependencies, Dependencies } from "../proposals/dependencies.js";
import { loadAssets } from "./assets.js";
import { ADDRESS_OF_REQUEST, type Document, htmlDocument, sendDocument } from "./document.js";
import type { Site } from "./layout.js";
import { type Readiness, statusPage } from "./pages/status.js";
import { Pages } from "./pages.js";

export interface SiteOptions extends Pick<Site, "name" | "keyUrl" | "quota" | "describeApi"> {
  readonly served: CurrentDependencies;
  readonly health: { ready(): Readiness | undefined };
  /** Undefined where no BASE_URL is set: then pages name the address that the request has reached. */
  readonly address: string | undefined;
}

/** Serves pages and the files that they load. Requests that do not prefer HTML are passed on to the API. */
export function createSite({ served, health, address = ADDRESS_OF_REQUEST, ...options }: SiteOptions): Middleware {
  const assets = loadAssets();
  const basePath = new URL(address).pathname.replace(/\/$/, "");
  const made = new WeakMap<Dependencies, Pages>();
  /** The pages for the rules and targets that are in use now. */
  const pages = (): Pages => {
    const { current } = served;
    const found = made.get(current) ?? new Pages(siteOf(current));
    made.set(current, found);
    return found;
  };
  const siteOf = (current: Dependencies): Site => {
    const rulesPath = rulesPathFor(current.specs);
    return { ...options, dependencies: current, address, basePath, rulesPath, assets };
  };

  const router = new Router({ sensitive: true, strict: true });
  /** A path that has a page for people; programs get `otherwise`. */
  const page: AddPage = (path, otherwise, name = path) =>
    router.get(path, async (ctx: Context, next: Next) => {
      const found = prefersHtml(ctx) ? await pages().find(name, ctx.params) : undefined;
      if (found !== undefined) return sendDocument(ctx, found);
      ctx.set("Vary", "Accept");
      await otherwise(ctx, next);
    });
  const document = (name: string, status?: number) => async (ctx: Context) =>
    sendDocument(ctx, (await pages().find(name)) as Document, status);
  const notFound = document("not-found", 404);

  addPages(page, document("links"));
  router.get("/readyz", async (ctx: Context, next: Next) => {
    ctx.set("Vary", "Accept");
    if (!prefersHtml(ctx)) return next();
    const ready = health.ready();
    const content = statusPage(ready, siteOf(served.current));
    await sendDocument(ctx, htmlDocument(content), ready === undefined ? 503 : 200);
  });
  for (const path of ["/llms.txt", "/robots.txt"]) router.get(path, document(path));
  router.get("/favicon.ico", (ctx: Context) => redirect(ctx, 302, basePath + assets.href("favicon.svg")));
  router.get("/assets/:file", (ctx: Context) => assets.serve(ctx));
  router.get("/mcp", (ctx: Context, next: Next) => {
    ctx.set("Vary", "Accept");
    if (!prefersHtml(ctx)) return next();
    return redirect(ctx, 303, `${basePath}/#mcp`);
  });

  /** Answers an unknown path, unless the client prefers the answer of the API. */
  const answerNotFound = async (ctx: Context, error: AppError): Promise<void> => {
    if (isPath(ctx.path, router)) refuseMethod(ctx, error);
    ctx.vary("Accept");
    if (!prefersHtml(ctx)) throw error;
    // The address of a page with a slash at the end, about which the API is strict.
    const page = ctx.path.replace(/\/+$/, "");
    if (page !== ctx.path && isPath(page, router)) return redirect(ctx, 308, basePath + page + ctx.search);
    ctx.state.error = error.code;
    await notFound(ctx);
  };

  const routes = router.routes() as Middleware;
  return async (ctx, next) => {
    try {
      await (ctx.method === "GET" || ctx.method === "HEAD" ? routes(ctx, next) : next());
    } catch (error) {
      if (!(error instanceof AppError && error.code === "not-found")) throw error;
      await answerNotFound(ctx, error);
    }
  };
}

type Answer = (ctx: Context, next: Next) => unknown;
type AddPage = (path: string, otherwise: Answer, name?: string) => void;

function addPages(page: AddPage, links: Answer): void {
  const passOn: Answer = (_, next) => next();
  page("/", links);
  page("/playground", links);
  page("/reference", (ctx, next) => {
    ctx.path = "/openapi.json";
    return next();
  });
  page("/rules", links);
  for (const below of ["/:domainId", "/:domainId/:version"]) {
    page(`/rules${below}`, (ctx, next) => {
      ctx.path = ctx.path.replace("/rules/", "/spec-packages/");
      return next();
    });
    // The same page: every `helpUrl` is an address in it.
    page(`/spec-packages${below}`, passOn, `/rules${below}`);
  }
  page("/rules/:domainId/:version/:rule/edit", passOn);
  page("/problems", links);
  page("/problems/:code", passOn);
}

function isPath(path: string, router: Router): boolean {
  return router.match(path, "GET").pathAndMethod.length > 0;
}

function redirect(ctx: Context, status: number, location: string): void {
  ctx.set("Location", location);
  ctx.status = status;
}

/** Refuses another method for a page, which the API would answer as an unknown path. */
function refuseMethod(ctx: Context, notFound: AppError): void {
  if (ctx.method === "GET" || ctx.method === "HEAD") return;
  ctx.set("Allow", "GET, HEAD");
  throw new AppError("method-not-allowed", "this path does not support the method; use GET, HEAD", notFound.details);
}

/** The rules of the only domain, or the list of domains. */
function rulesPathFor(specs: Dependencies["specs"]): string {
  const current = [...specs.values()].map((domain) => domain.current ?? domain.versions.at(-1));
  const [only, ...others] = current;
  return only === undefined || others.length > 0 ? "/rules" : `/rules/${only.domainId}/${only.version}`;
}
