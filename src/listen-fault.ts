const REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: "choose another port, or stop what listens there",
  EACCES: "choose a port from 1024 on, or allow this one",
};

/** Why there is no listening, under the variable to change. */
export function listenFault(variable: "PORT" | "MANAGEMENT_PORT", error: NodeJS.ErrnoException): Error {
  const remedy = REMEDIES[error.code ?? ""];
  // "listen EADDRINUSE: address already in use 127.0.0.1:8080"
  const cause = error.message.replace(/^\w+ E\w+: /, "");
  return new Error(
    remedy === undefined ? `HOST: ${cause}; use an address of this machine` : `${variable}: ${cause}; ${remedy}`,
  );
}
