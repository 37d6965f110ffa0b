import { useEffect, useReducer } from "preact/hooks";
import { Button } from "../../workbench/parts.js";
import { answerWords } from "../announcement.js";
import { checkWithService, envelopeOf } from "../check-with-service.js";
import type { Budget, ServiceAnswer } from "../service-client.js";
import type { View } from "../session.js";
import { asCurl, asMcpCall, asSubmission } from "../snippets.js";
import { builtOf, domainOf } from "../state.js";
import { CopyButton } from "./parts.js";

/** Asks the service itself, and copies the request for others to ask. */
export function Send({ session, state }: View) {
  const seconds = useCountdown(state.service.waitUntil);
  const { instance, service, targetProduct, key } = state;
  const { targets } = domainOf(state);
  const envelope = envelopeOf(state);
  const built = builtOf(state);
  const url = `${location.origin}${instance.basePath}/api/validate`;
  const cannotAsk = envelope === undefined || key === "" || service.isAsking || seconds > 0;
  const ask = (operation: "validate" | "build") => {
    if (!cannotAsk) void checkWithService(session, operation);
  };
  return (
    <div class="sheet">
      <h2>Check with the service</h2>
      <p class="hint">
        Only the service knows which ids are taken. The candidate is sent when you press a button.
        Your key is remembered for this tab only, and is never part of a link.
      </p>
      <form class="ask" onSubmit={(event) => event.preventDefault()}>
        {targets.length > 1 && (
          <label>
            Target product
            <select
              value={targetProduct}
              onChange={({ currentTarget }) => session.chooseTarget(currentTarget.value)}
            >
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
        <button
          type="submit"
          class="primary"
          aria-disabled={cannotAsk}
          onClick={() => ask("validate")}
        >
          Validate
        </button>
        <Button aria-disabled={cannotAsk} onClick={() => ask("build")}>
          Build
        </Button>
        {instance.keyUrl && (
          <a class="get-key" href={instance.keyUrl}>
            Get a key
          </a>
        )}
      </form>
      {service.budget && <CallsLeft budget={service.budget} />}
      <Answer session={session} state={state} seconds={seconds} />
      <h2>Copy it</h2>
      <div class="copies">
        <CopyButton
          label="Copy as curl"
          text={envelope && (() => asCurl(url, envelope))}
          session={session}
        />
        <CopyButton
          label="Copy as MCP call"
          text={envelope && (() => asMcpCall(envelope))}
          session={session}
        />
        <CopyButton
          label="Copy as submission"
          text={built && (() => asSubmission(built))}
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
  const shown = hasMore ? left + 1 : left;
  return (
    <p class="budget">
      <meter min={0} max={limit} value={shown} aria-label="Calls left" />
      {hasMore && "at least "}
      {shown} of {limit} calls left
    </p>
  );
}

/** The answer of the service. Screen readers get it as an announcement, without the count-down. */
function Answer({ session, state: { service, instance }, seconds }: View & { seconds: number }) {
  if (service.isAsking) return <p class="answer busy">Asking the service…</p>;
  if (seconds > 0)
    return (
      <p class="answer warning">
        <b>Too many calls.</b> You can ask again in <span class="count">{seconds} s</span>.
      </p>
    );
  const { answer, extra, operation } = service;
  if (answer === undefined || answer.kind === "rate-limited") return null;
  const [title, detail] = answerWords(answer, extra.length);
  const { keyUrl } = instance;
  return (
    <div class={`answer ${toneOf(answer)}`}>
      <p>
        <b>{title}</b> {detail}{" "}
        {answer.kind === "unauthorized" && keyUrl && <a href={keyUrl}>Get a key</a>}
      </p>
      {extra.length > 0 && (
        <Button onClick={() => session.show("problems")}>See what it found</Button>
      )}
      {operation === "build" && answer.kind === "result" && answer.result.proposalPackage && (
        <>
          <code class="digest">{answer.result.proposalPackage.digest}</code>
          <CopyButton
            label="Copy built package"
            text={() => JSON.stringify(answer.result.proposalPackage, null, 2)}
            session={session}
          />
        </>
      )}
    </div>
  );
}

function toneOf(answer: ServiceAnswer): string {
  if (answer.kind === "result") return answer.result.valid ? "valid" : "error";
  return answer.kind === "offline" ? "quiet" : "error";
}

const TICK_MS = 250;

/** Whole seconds until a time of `performance.now()`; 0 once it has passed. */
export function useCountdown(until = 0): number {
  const [, tick] = useReducer<number, void>((ticks) => ticks + 1, 0);
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, isOver]);
  return seconds;
}
