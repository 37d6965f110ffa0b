const REMEDIES: Readonly<Record<string, { host?: true; remedy: string }>> = {
  EADDRINUSE: { remedy: "choose another port, or stop what listens there" },
  EACCES: { remedy: "choose a port from 1024 on, or allow this one" },
  EADDRNOTAVAIL: { host: true, remedy: "use an address of this machine" },
  ENOTFOUND: { host: true, remedy: "use an address of this machine" },
};

/** Why there is no listening, under the variable to change. */
export function listenFault(variable: "PORT" | "MANAGEMENT_PORT", cause: NodeJS.ErrnoException): Error {
  const { host, remedy } = REMEDIES[cause.code ?? ""] ?? {};
  // "listen EADDRINUSE: address already in use 127.0.0.1:8080"
  const why = cause.message.replace(/^\w+ E\w+: /, "");
  return new Error([`${host ? "HOST" : variable}: ${why}`, ...(remedy ? [remedy] : [])].join("; "), { cause });
}
