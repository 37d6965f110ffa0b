import { JsonRanges } from "../../src/ground/json/json-ranges.js";
import { isObject, type JsonObject } from "../../src/ground/json/value.js";
import { findPlace } from "../../src/pages/places.js";
import { askService, type Envelope, toEnvelope } from "./service-client.js";
import type { Session } from "./session.js";
import { type Diagnostic, isCurrent, resultOf, type ServiceState, type State } from "./state.js";

/** The request for the candidate as it is; undefined if it is not an object that could be sent. */
export function envelopeOf(state: State): Envelope | undefined {
  const { version, checked } = state;
  if (checked?.verdict.kind !== "checked") return undefined;
  const { candidate } = checked.verdict;
  if (!isObject(candidate)) return undefined;
  return toEnvelope({ ...state, isCurrent: isCurrent(state, version) }, candidate as JsonObject);
}

/**
 * Asks for what only the service knows: which ids are taken. Without a key, asks for the key first.
 */
export async function checkWithService(
  session: Session,
  operation: "validate" | "build",
): Promise<void> {
  const { instance, key, service: before } = session.state;
  const envelope = envelopeOf(session.state);
  if (envelope === undefined || before.isAsking) return;
  if (key === "") return session.askForKey();
  const asking: ServiceState = { ...before, isAsking: true };
  session.update({ service: asking });
  const answer = await askService(location.origin + instance.basePath, operation, envelope, key);
  const { service } = session.state;
  // A key that was not accepted is to be corrected.
  if (answer.kind === "unauthorized" || answer.kind === "unsendable-key") session.askForKey();
  const limits = {
    budget: answer.budget ?? service.budget,
    waitUntil:
      answer.kind === "rate-limited"
        ? performance.now() + answer.seconds * 1000
        : service.waitUntil,
  };
  // If the request has changed, the session has replaced `asking`: then only the limits of this
  // answer apply.
  if (service !== asking) return session.update({ service: { ...service, ...limits } });
  const extra =
    answer.kind === "result"
      ? additions(session.state, answer.result.diagnostics, session.text)
      : [];
  session.update({ service: { ...limits, isAsking: false, operation, answer, extra } });
  session.showMarks();
}

/** Diagnostics that the page did not find itself. */
function additions(
  state: State,
  diagnostics: readonly Diagnostic[],
  text: string,
): ServiceState["extra"] {
  const identity = ({ code, path, message }: Diagnostic) => JSON.stringify([code, path, message]);
  const foundHere = new Set(resultOf(state.checked)?.diagnostics.map(identity));
  const verdict = state.checked?.verdict;
  const read = JsonRanges.read(text);
  if ("error" in read || verdict?.kind !== "checked") return [];
  return diagnostics
    .filter((one) => !foundHere.has(identity(one)))
    .map((diagnostic) => ({
      diagnostic,
      place: findPlace(diagnostic, read.ranges, verdict.keyCodes),
    }));
}
