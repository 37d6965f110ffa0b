import { announcement } from "../announcement.js";
import type { View } from "../session.js";
import { asksService } from "../state.js";
import { useCountdown } from "./send.js";

/** The footer: facts about the last check. */
export function Status({ state }: View) {
  const { checked, specDocument, version, service } = state;
  const isWaiting = useCountdown(service.waitUntil) > 0;
  const wasAsked = service.answer !== undefined && service.answer.kind !== "unsendable-key";
  const isAnswered = service.answer?.kind === "result";
  return (
    <>
      {asksService(state) && (
        <span class="ids">
          {isAnswered
            ? "checked by the service: whether the id is free"
            : "not checked here: whether the id is free"}
        </span>
      )}
      <span>{wasAsked ? "the service was asked at your request" : "nothing was sent"}</span>
      {checked?.verdict.kind === "checked" && checked.milliseconds !== undefined && (
        <span>
          checked here in <b>{checked.milliseconds.toFixed(1)} ms</b>
        </span>
      )}
      {specDocument && (
        <span>
          spec package <b>{version}</b> {specDocument.digest.slice(0, 15)}…
        </span>
      )}
      <span class="way-out" aria-hidden="true">
        <b>Escape</b>, then <b>Tab</b> leaves the editor
      </span>
      <p class="visually-hidden" role="status">
        {announcement(state, isWaiting)}
      </p>
    </>
  );
}

/** Says what was just done, over the end of the editor. */
export function NoticeLine({ session, state: { notice } }: View) {
  const close = () => session.update({ notice: undefined });
  const act = () => {
    close();
    notice?.action?.run();
  };
  return (
    notice && (
      <p>
        {notice.text}
        {notice.action && (
          <button type="button" onClick={act}>
            {notice.action.label}
          </button>
        )}
        <button type="button" aria-label="Close" onClick={close}>
          ×
        </button>
      </p>
    )
  );
}
