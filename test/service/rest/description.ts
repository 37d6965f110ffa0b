import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { valueAt } from "../../../src/ground/json/pointer.js";
import type { RawAnswer } from "../../support/raw-connection.js";
import type { RawRequest } from "../../support/raw-request.js";

type Json = Record<string, unknown>;
interface Header {
  required?: boolean;
  schema: { type: string };
}
interface Response {
  description?: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, { examples?: Record<string, { value: unknown } | Reference> }>;
}
interface Operation {
  operationId: string;
  description?: string;
  requestBody?: Response;
  responses: Record<string, Response | Reference>;
}
interface Reference {
  $ref: string;
}

/** An OpenAPI document, to compare real responses with. */
export class Description {
  readonly operations: { path: string; method: string; id: string; operation: Operation }[];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  /** By the pointer to their schema: to compile one takes longer than a request. */
  readonly #validators = new Map<string, ValidateFunction>();

  readonly #document: { paths: Record<string, Record<string, Operation>> };

  constructor(readonly text: string) {
    const document = JSON.parse(text);
    this.#document = document;
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, "openapi.json");
    this.operations = Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method,
        id: operation.operationId,
        operation,
      })),
    );
  }

  /**
   * The operation that describes a response. A 405 is described by the operation with the supported
   * method.
   */
  operationOf(
    { path = "/api/validate", body, method = body === undefined ? "GET" : "POST" }: RawRequest,
    status = 0,
  ) {
    const segments = (template: string) => template.split("/");
    return this.operations.find(
      (operation) =>
        (operation.method === method.toLowerCase() || status === 405) &&
        segments(operation.path).length === segments(path).length &&
        segments(operation.path).every(
          (segment, at) => segment.startsWith("{") || segment === segments(path)[at],
        ),
    );
  }

  /** The codes that the descriptions of its responses name. */
  codesOf(id: string): string[] {
    const found = this.operations.find((operation) => operation.id === id);
    return Object.values(found?.operation.responses ?? {}).flatMap((response) =>
      [...(this.#resolve("", response).value.description ?? "").matchAll(/`([a-z-]+)`: /g)].map(
        ([, code]) => code as string,
      ),
    );
  }

  /** How a response deviates from the description. */
  faultsOf(request: RawRequest, { status, headers, body }: RawAnswer): string[] {
    const { path, method, operation } = this.operationOf(request, status) ?? {};
    const found = operation?.responses[status];
    if (path === undefined || found === undefined) return [`${status} is not described`];
    const { pointer, value } = this.#resolve(
      `#/paths/${token(path)}/${method}/responses/${status}`,
      found,
    );
    const missing = Object.entries(value.headers ?? {}).flatMap(([name, described]) => {
      const { required, schema } = this.#resolve("", described).value;
      const field = headers.get(name);
      if (field === null) return required ? [`${name} is missing`] : [];
      return schema.type === "integer" && !/^\d+$/.test(field)
        ? [`${name}: ${field} is not a whole number`]
        : [];
    });
    if (value.content === undefined)
      return body === "" ? missing : [...missing, "the response has a body"];
    const type = headers.get("Content-Type")?.split(";")[0] ?? "";
    if (value.content[type] === undefined) return [...missing, `the type ${type} is not described`];
    return [
      ...missing,
      ...this.faults(`${pointer}/content/${token(type)}/schema`, JSON.parse(body)),
    ];
  }

  /** Every example of a request or a response, with the pointer to its schema. */
  examples(): { pointer: string; value: unknown }[] {
    return this.operations.flatMap(({ path, method, operation }) => {
      const at = `#/paths/${token(path)}/${method}`;
      const bodies = Object.entries(operation.responses).map(([status, response]) =>
        this.#resolve(`${at}/responses/${status}`, response),
      );
      if (operation.requestBody)
        bodies.push({ pointer: `${at}/requestBody`, value: operation.requestBody });
      return bodies.flatMap(({ pointer, value }) =>
        Object.entries(value.content ?? {}).flatMap(([type, { examples = {} }]) =>
          Object.values(examples).map((example) => ({
            pointer: `${pointer}/content/${token(type)}/schema`,
            value: this.#resolve("", example).value.value,
          })),
        ),
      );
    });
  }

  /** What is described at a pointer, there or as a component. */
  #resolve<T extends object>(pointer: string, value: T | Reference): { pointer: string; value: T } {
    if (!("$ref" in value)) return { pointer, value };
    return { pointer: value.$ref, value: valueAt(this.#document, value.$ref.slice(1)) as T };
  }

  faults(pointer: string, value: unknown): string[] {
    const validate =
      this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `openapi.json${pointer}` });
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
