import { checkWithService, envelopeOf } from "../check-with-service.js";
import type { Budget } from "../service-client.js";
import type { Session } from "../session.js";
import { asCurl, asMcpCall, asSubmission } from "../snippets.js";
import { builtOf, domainOf } from "../state.js";
import { useStore } from "../store.js";
import { Answer } from "./answer.js";
import { CopyButton } from "./copy-button.js";
import { useCountdown } from "./use-countdown.js";

/** Asks the service itself, and copies the request for others to ask. */
export function Send({ session }: { session: Session }) {
  const state = useStore(session.store);
  const seconds = useCountdown(state.service.waitUntil);
  const { instance, service, targetProduct, key } = state;
  const { targets } = domainOf(state);
  const envelope = envelopeOf(state);
  const built = builtOf(state);
  const cannotAsk = envelope === undefined || key === "" || service.isAsking || seconds > 0;
  const ask = (asked: "validate" | "build") => {
    if (!cannotAsk) void checkWithService(session, asked);
  };
  return (
    <div class="sheet">
      <h2>Check with the service</h2>
      <p class="hint">
        Only the service knows which ids are taken. The candidate is sent when you press a button. Your key is
        remembered for this tab only, and is never part of a link.
      </p>
      <form class="ask" onSubmit={(event) => event.preventDefault()}>
        {targets.length > 1 && (
          <label>
            Target product
            <select value={targetProduct} onChange={({ currentTarget }) => session.chooseTarget(currentTarget.value)}>
              {targets.map(({ id }) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
        )}
        <label>
          Key
          <input
            type="password"
            name="key"
            placeholder="ai_…"
            autocomplete="off"
            spellcheck={false}
            value={key}
            onInput={({ currentTarget }) => session.useKey(currentTarget.value.trim())}
          />
        </label>
        {/* Whoever presses a button stays on it: a disabled one would lose the focus. */}
        <button type="submit" class="primary" aria-disabled={cannotAsk} onClick={() => ask("validate")}>
          Validate
        </button>
        <button type="button" class="button" aria-disabled={cannotAsk} onClick={() => ask("build")}>
          Build
        </button>
        {instance.keyUrl && (
          <a class="get-key" href={instance.keyUrl}>
            Get a key
          </a>
        )}
      </form>
      {service.budget && <CallsLeft budget={service.budget} />}
      <Answer session={session} seconds={seconds} />
      <h2>Copy it</h2>
      <div class="copies">
        <CopyButton
          label="Copy as curl"
          disabled={envelope === undefined}
          text={() =>
            asCurl(`${location.origin}${instance.basePath}/api/validate`, envelope as NonNullable<typeof envelope>)
          }
          session={session}
        />
        <CopyButton
          label="Copy as MCP call"
          disabled={envelope === undefined}
          text={() => asMcpCall(envelope as NonNullable<typeof envelope>)}
          session={session}
        />
        <CopyButton
          label="Copy as submission"
          disabled={built === undefined}
          text={() => (built ? asSubmission(built) : "")}
          session={session}
        />
      </div>
      <p class="hint">A submission needs a valid candidate.</p>
    </div>
  );
}

/** The service says when one more call becomes available; until it is asked again, more than that is not known. */
function CallsLeft({ budget: { left, limit, moreAt } }: { budget: Budget }) {
  const hasMore = useCountdown(moreAt) === 0 && left < limit;
  const known = hasMore ? left + 1 : left;
  return (
    <p class="budget">
      <meter min={0} max={limit} value={known} aria-label="Calls left" />
      {hasMore && "at least "}
      {known} of {limit} calls left
    </p>
  );
}
