import { CallError, Client, type ProposalRequest } from "../../client/client.js";
import { UNKNOWN_REGISTRY } from "../../ground/registry/registry.js";
import { AppError } from "../../proposals/errors/app-error.js";
import type { DomainList } from "../../proposals/results.js";
import { CommandError, type Options } from "../command.js";
import type { Surroundings } from "../locate.js";

/** Checks with a running service, for authors who have neither its rules nor its registries. */
export async function openService(service: string, options: Options, { env }: Surroundings) {
  const key = env.ASSAY_KEY?.trim();
  if (!key)
    throw new CommandError(
      "--service needs a key; set ASSAY_KEY to a key of the service, which starts with ai_",
    );
  const client = await refusing(async () => new Client({ url: service, key }));
  // Only a candidate without an envelope needs the target products.
  const { domains } =
    options.domain === undefined ? { domains: [] } : await refusing(() => client.domains());
  const targets = toTargets(domains);
  return {
    catalog: new Map(),
    targets: {
      list: () => targets,
      find: (id: string) => targets.find((target) => target.id === id),
    },
    baseUrl: service,
    hasLinks: true,
    prepare: async () => {},
    check: (body: unknown) => refusing(() => client.validate(body as ProposalRequest)),
    close() {},
  };
}

/** Makes the refusal of a service the same error as that of the rules on this machine. */
async function refusing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { problem, message } = error;
    if (problem === undefined || problem.status === 401) throw new CommandError(message);
    const { code, detail, errors, moreErrors, repair } = problem;
    throw new AppError(code, detail, {
      ...(errors && { errors }),
      ...(moreErrors && { moreErrors }),
      ...(repair && { repair }),
    });
  }
}

function toTargets(domains: DomainList["domains"]) {
  const ids = [...new Set(domains.map(({ targetProduct }) => targetProduct))];
  return ids.map((id) => ({
    id,
    url: "",
    domains: domains
      .filter(({ targetProduct }) => targetProduct === id)
      .map(({ domainId }) => domainId),
    registry: { current: () => UNKNOWN_REGISTRY, retryAfterSeconds: () => 1 },
  }));
}
