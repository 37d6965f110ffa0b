import { count } from "../../../src/text/quote.js";
import type { ServiceAnswer } from "../service-client.js";
import type { Session } from "../session.js";
import { useStore } from "../store.js";
import { CopyButton } from "./copy-button.js";

/** What the service said. */
export function Answer({ session, seconds }: { session: Session; seconds: number }) {
  const { service, instance } = useStore(session.store);
  if (service.isAsking) return <p class="answer busy">Asking the service…</p>;
  if (seconds > 0)
    return (
      <p class="answer warning" role="timer">
        <b>Too many calls.</b> You can ask again in <span class="count">{seconds} s</span>.
      </p>
    );
  const { answer, extra, asked } = service;
  if (answer === undefined || answer.kind === "rate-limited") return null;
  return (
    <div class={`answer ${toneOf(answer)}`} role="status">
      <Words answer={answer} more={extra.length} keyUrl={instance.keyUrl} />
      {extra.length > 0 && (
        <button type="button" class="button" onClick={() => session.show("problems")}>
          See what it found
        </button>
      )}
      {asked === "build" && answer.kind === "result" && answer.result.proposalPackage && (
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

function Words({ answer, more, keyUrl }: { answer: ServiceAnswer; more: number; keyUrl: string | undefined }) {
  if (answer.kind === "offline")
    return (
      <p>
        <b>The service cannot be reached.</b> Check your connection, then ask again.
      </p>
    );
  if (answer.kind === "unsendable-key")
    return (
      <p>
        <b>This cannot be a key.</b> It has characters that no header can hold, so nothing was sent. Copy it again.
      </p>
    );
  if (answer.kind === "unauthorized")
    return (
      <p>
        <b>The key was not accepted.</b> {answer.detail} {keyUrl && <a href={keyUrl}>Get a key</a>}
      </p>
    );
  if (answer.kind === "refused")
    return (
      <p>
        <b>{answer.title}.</b> {answer.detail}
      </p>
    );
  if (answer.kind !== "result") return null;
  const { valid, proposalPackage, summary } = answer.result;
  if (!valid)
    return (
      <p>
        <b>{count(summary.errors, "error")} by the service.</b>{" "}
        {more > 0 ? `${count(more, "problem")} that only the service knows.` : "The same as here."}
      </p>
    );
  return (
    <p>
      <b>{proposalPackage ? "Built by the service." : "Valid, says the service."}</b>{" "}
      {proposalPackage ? "Send this package to the target product." : "The registry has no objection."}
    </p>
  );
}
