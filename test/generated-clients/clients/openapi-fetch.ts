import createClient from "openapi-fetch";
import type { paths } from "../.generated/openapi-typescript/schema";
import { journey } from "./journey";

const client = createClient<paths>({
  baseUrl: process.env.SERVICE_URL,
  headers: { Authorization: `Bearer ${process.env.SERVICE_KEY}` },
});

function unwrap<T>({ data, error }: { data?: T; error?: { detail: string } }): T {
  if (data === undefined) throw new Error(error?.detail);
  return data;
}

await journey({
  domains: async () => unwrap(await client.GET("/api/domains")),
  validate: async (body) => unwrap(await client.POST("/api/validate", { body })),
  build: async (body) => unwrap(await client.POST("/api/build", { body })),
});
