const LISTEN_REMEDIES: Readonly<Record<string, { host?: true; remedy: string }>> = {
  EADDRINUSE: { remedy: "choose another port, or stop the process that uses it" },
  EACCES: { remedy: "choose port 1024 or above, or grant permission for this one" },
  EADDRNOTAVAIL: { host: true, remedy: "use an address of this machine" },
  ENOTFOUND: { host: true, remedy: "use an address of this machine" },
};

/** Why listening failed, prefixed with the variable to change. */
export function listenError(variable: "PORT" | "MANAGEMENT_PORT", cause: NodeJS.ErrnoException): Error {
  const { host, remedy } = LISTEN_REMEDIES[cause.code ?? ""] ?? {};
  // "listen EADDRINUSE: address already in use 127.0.0.1:8080"
  const reason = cause.message.replace(/^\w+ E\w+: /, "");
  return new Error([`${host ? "HOST" : variable}: ${reason}`, ...(remedy ? [remedy] : [])].join("; "), { cause });
}
