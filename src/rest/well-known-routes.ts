import type Router from "@koa/router";
import type { Context } from "koa";
import { DAY } from "../json/order.js";
import type { CurrentDependencies } from "../proposals/dependencies.js";

interface WellKnown {
  readonly served: CurrentDependencies;
  /** Whether there are pages for people. */
  readonly site: boolean;
  /** A URL for reports of vulnerabilities. */
  readonly securityContact: string | undefined;
}

/** RFC 9727 §4.1. */
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
/** RFC 9116 §2.5.5 recommends less than a year. */
const SECURITY_DAYS = 90;

/** The documents that programs look for if they know nothing but the address of a service. */
export function wellKnownRoutes(router: Router, { served, site, securityContact }: WellKnown): void {
  router.get("/.well-known/api-catalog", (ctx: Context) => {
    const { baseUrl } = served.current;
    const description = { href: `${baseUrl}/openapi.json`, type: "application/json" };
    const links = {
      anchor: `${baseUrl}/api`,
      "service-desc": [description],
      ...(site && { "service-doc": [{ href: `${baseUrl}/reference`, type: "text/html" }] }),
      status: [{ href: `${baseUrl}/readyz`, type: "application/json" }],
    };
    ctx.set("Link", `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`);
    ctx.body = JSON.stringify({ linkset: [links] });
    // After the body, for which Koa would set a type of its own.
    ctx.set("Content-Type", CATALOG_TYPE);
  });

  if (securityContact === undefined) return;
  router.get("/.well-known/security.txt", (ctx: Context) => {
    const expires = new Date(Math.floor(Date.now() / DAY + SECURITY_DAYS) * DAY).toISOString();
    ctx.type = "text/plain; charset=utf-8";
    ctx.body = [`Contact: ${securityContact}`, `Expires: ${expires}`, "Preferred-Languages: en", ""].join("\n");
  });
}

export interface Health {
  /** Undefined while the service is stopping. */
  ready(): { [key: string]: unknown } | undefined;
}

export function healthRoutes(router: Router, health: Health): void {
  router.get("/healthz", (ctx: Context) => {
    ctx.body = { status: "ok" };
  });

  router.get("/readyz", (ctx: Context) => {
    const ready = health.ready();
    ctx.status = ready === undefined ? 503 : 200;
    ctx.body = ready === undefined ? { status: "stopping" } : { status: "ready", ...ready };
  });
}
