import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { RawAnswer } from "../support/raw-connection.js";
import type { RawRequest } from "../support/raw-request.js";

type Json = Record<string, unknown>;
interface Header {
  required?: boolean;
  schema: { type: string };
}
interface Response {
  headers?: Record<string, Header>;
  content?: Record<string, { examples?: Record<string, { value: unknown }> }>;
}
interface Operation {
  operationId: string;
  requestBody?: Response;
  responses: Record<string, Response>;
}

/** An OpenAPI document, to compare real responses with. */
export class Description {
  readonly operations: { path: string; method: string; id: string; operation: Operation }[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  /** By the pointer to their schema: to compile one takes longer than a request. */
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(readonly text: string) {
    const document = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, "openapi.json");
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, id: operation.operationId, operation })),
    );
  }

  /** The operation that describes a response. A 405 is described by the operation with the supported method. */
  operationOf({ path = "/api/validate", body, method = body === undefined ? "GET" : "POST" }: RawRequest, status = 0) {
    const segments = (template: string) => template.split("/");
    return this.operations.find(
      (operation) =>
        (operation.method === method.toLowerCase() || status === 405) &&
        segments(operation.path).length === segments(path).length &&
        segments(operation.path).every((segment, at) => segment.startsWith("{") || segment === segments(path)[at]),
    );
  }

  codesOf(id: string): string[] {
    const found = this.operations.find((operation) => operation.id === id);
    return Object.values(found?.operation.responses ?? {}).flatMap(({ content = {} }) =>
      Object.keys(content["application/problem+json"]?.examples ?? {}),
    );
  }

  /** How a response deviates from the description. */
  faultsOf(request: RawRequest, { status, headers, body }: RawAnswer): string[] {
    const { path, method, operation } = this.operationOf(request, status) ?? {};
    const response = operation?.responses[status];
    if (path === undefined || response === undefined) return [`${status} is not described`];
    const pointer = `#/paths/${token(path)}/${method}/responses/${status}`;
    const missing = Object.entries(response.headers ?? {}).flatMap(([name, { required, schema }]) => {
      const value = headers.get(name);
      if (value === null) return required ? [`${name} is missing`] : [];
      return schema.type === "integer" && !/^\d+$/.test(value) ? [`${name}: ${value} is not a whole number`] : [];
    });
    if (response.content === undefined) return body === "" ? missing : [...missing, "the response has a body"];
    const type = headers.get("Content-Type")?.split(";")[0] ?? "";
    if (response.content[type] === undefined) return [...missing, `the type ${type} is not described`];
    return [...missing, ...this.faults(`${pointer}/content/${token(type)}/schema`, JSON.parse(body))];
  }

  /** Every example of a request or a response, with the pointer to its schema. */
  examples(): { pointer: string; value: unknown }[] {
    return this.operations.flatMap(({ path, method, operation }) => {
      const at = `#/paths/${token(path)}/${method}`;
      const bodies: [string, Response | undefined][] = [[`${at}/requestBody`, operation.requestBody]];
      for (const [status, response] of Object.entries(operation.responses))
        bodies.push([`${at}/responses/${status}`, response]);
      return bodies.flatMap(([where, body]) =>
        Object.entries(body?.content ?? {}).flatMap(([type, { examples = {} }]) =>
          Object.values(examples).map(({ value }) => ({ pointer: `${where}/content/${token(type)}/schema`, value })),
        ),
      );
    });
  }

  faults(pointer: string, value: unknown): string[] {
    const validate = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `openapi.json${pointer}` });
    this.#validators.set(pointer, validate);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params as Json)].join(" "),
    );
  }
}

/** RFC 6901, as a URI fragment. */
function token(text: string): string {
  return encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));
}
