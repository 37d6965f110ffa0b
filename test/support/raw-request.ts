export interface RawRequest {
  method?: string;
  path?: string;
  version?: string;
  /** Added to Host and what the body needs; undefined takes a field away, a list repeats it. */
  headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  body?: string | Buffer;
  /** Sends the body in two chunks instead of declaring its length. */
  chunked?: boolean;
}

/** The bytes of a request, exactly as written: no client library mends or refuses them. */
export function rawRequest(request: RawRequest): Buffer {
  const { body, chunked = false, version = "1.1" } = request;
  const { method = body === undefined ? "GET" : "POST", path = "/api/validate" } = request;
  const bytes = Buffer.from(body ?? "");
  const framing = chunked
    ? { "Transfer-Encoding": "chunked" }
    : { "Content-Length": String(bytes.length) };
  const fields = {
    Host: "service.test",
    ...(body !== undefined && { "Content-Type": "application/json", ...framing }),
    ...request.headers,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`),
  );
  const head = Buffer.from(`${method} ${path} HTTP/${version}\r\n${lines.join("")}\r\n`, "latin1");
  return Buffer.concat([head, ...(chunked ? inTwoChunks(bytes) : [bytes])]);
}

function inTwoChunks(bytes: Buffer): Buffer[] {
  const half = Math.floor(bytes.length / 2);
  const chunks = [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0);
  const framed = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from("\r\n"),
  ]);
  return [...framed, Buffer.from("0\r\n\r\n")];
}
