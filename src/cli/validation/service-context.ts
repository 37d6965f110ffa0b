import { CallError, Client, type ProposalRequest } from "../../client/client.js";
import { UNKNOWN_REGISTRY } from "../../ground/registry/registry.js";
import { anyTarget } from "../../proposals/dependencies.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { CommandError, type Options } from "../command.js";
import type { Io } from "../io.js";
import { contextWithoutTargets, type ValidationContext } from "./context.js";

/** Validates with a running service, for authors who have neither its rules nor its registries. */
export async function openServiceContext(
  service: string,
  options: Options,
  { env }: Io,
): Promise<ValidationContext> {
  const key = env.ASSAY_KEY?.trim();
  if (!key)
    throw new CommandError(
      "--service needs a key; set ASSAY_KEY to a key of the service, which starts with ai_",
    );
  try {
    const client = new Client({ url: service, key });
    const context = contextWithoutTargets(new Map());
    const find = anyTarget(context.catalog, undefined, UNKNOWN_REGISTRY);
    // Only a candidate without an envelope needs the target products.
    const { domains } = options.domain === undefined ? { domains: [] } : await client.domains();
    const targets = domains.map(({ domainId, targetProduct }) => ({
      ...find(targetProduct),
      domains: [domainId],
    }));
    return {
      ...context,
      targets: { list: () => targets, find },
      baseUrl: service,
      hasServiceUrl: true,
      async validateRemotely(body) {
        try {
          return await client.validate(body as ProposalRequest);
        } catch (error) {
          throw toLocalError(error);
        }
      },
    };
  } catch (error) {
    throw toLocalError(error);
  }
}

/** Turns the refusal of a service into the error that the rules on this machine would throw. */
function toLocalError(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { problem, message } = error;
  if (problem === undefined || problem.status === 401) return new CommandError(message);
  const { code, detail, errors, moreErrors, repair } = problem;
  return new AppError(code, detail, {
    ...(errors && { errors }),
    ...(moreErrors && { moreErrors }),
    ...(repair && { repair }),
  });
}
