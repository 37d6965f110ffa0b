import { answerWords } from "../announcement.js";
import type { ServiceAnswer } from "../service-client.js";
import type { Session } from "../session.js";
import { useStore } from "../store.js";
import { CopyButton } from "./copy-button.js";

/** The answer of the service. Screen readers get it as an announcement, without the count-down. */
export function Answer({ session, seconds }: { session: Session; seconds: number }) {
  const { service, instance } = useStore(session.store);
  if (service.isAsking) return <p class="answer busy">Asking the service…</p>;
  if (seconds > 0)
    return (
      <p class="answer warning">
        <b>Too many calls.</b> You can ask again in <span class="count">{seconds} s</span>.
      </p>
    );
  const { answer, extra, asked } = service;
  if (answer === undefined || answer.kind === "rate-limited") return null;
  return (
    <div class={`answer ${toneOf(answer)}`}>
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
  const { title, detail } = answerWords(answer, more);
  return (
    <p>
      <b>{title}</b> {detail} {answer.kind === "unauthorized" && keyUrl && <a href={keyUrl}>Get a key</a>}
    </p>
  );
}
