import { counted } from "../../src/text/quote.js";
import type { ServiceAnswer } from "./service-client.js";
import type { State } from "./state.js";

/** The answer of the service, in a bold phrase and a sentence. `more` counts problems that the page did not find. */
export function answerWords(answer: ServiceAnswer, more: number): { readonly title: string; readonly detail: string } {
  switch (answer.kind) {
    case "offline":
      return { title: "The service cannot be reached.", detail: "Check your connection, then ask again." };
    case "unsendable-key":
      return {
        title: "This cannot be a key.",
        detail: "It has characters that a header cannot contain, so nothing was sent. Copy it again.",
      };
    case "unauthorized":
      return { title: "The key was not accepted.", detail: answer.detail };
    case "refused":
      return { title: `${answer.title}.`, detail: answer.detail };
    case "rate-limited":
      return { title: "Too many calls.", detail: `You can ask again in ${answer.seconds} s.` };
    case "result":
      return resultWords(answer.result, more);
  }
}

function resultWords(
  { valid, proposalPackage, summary }: (ServiceAnswer & { kind: "result" })["result"],
  more: number,
) {
  const known = `${counted(more, "problem")} that only the service can find.`;
  if (!valid)
    return {
      title: `The service found ${counted(summary.errors, "error")}.`,
      detail: more > 0 ? known : "The same as shown here.",
    };
  const [title, next] = proposalPackage
    ? ["Built by the service.", "Send this package to the target product."]
    : ["Confirmed by the service.", "The candidate is valid, and its id is free."];
  return { title, detail: more > 0 ? known : next };
}

/** The text that screen readers say while the focus stays where it is; it may be empty. */
export function announcement({ service, tab, compared, otherVersion }: State, isWaiting: boolean): string {
  if (service.isAsking) return "Asking the service…";
  if (tab === "compare" && compared === "not-loaded") return `${otherVersion} could not be loaded.`;
  if (service.answer === undefined) return "";
  if (service.answer.kind === "rate-limited" && !isWaiting) return "You can ask again.";
  const { title, detail } = answerWords(service.answer, service.extra.length);
  return `${title} ${detail}`;
}
