import { countedNoun } from "../../src/ground/text/quote.js";
import type { BuildResult } from "../../src/proposals/results.js";
import { NOT_A_KEY } from "../page-tools.js";
import type { ServiceAnswer } from "./service-client.js";
import type { State } from "./state.js";

type Words = readonly [title: string, detail: string];

/**
 * The answer of the service, in a bold phrase and a sentence. `more` counts problems that the page
 * did not find.
 */
export function answerWords(answer: ServiceAnswer, more: number): Words {
  switch (answer.kind) {
    case "offline":
      return ["The service cannot be reached.", "Check your connection, then ask again."];
    case "unsendable-key":
      return ["This is not a key.", NOT_A_KEY];
    case "unauthorized":
      return ["The key was not accepted.", answer.detail];
    case "refused":
      return [`${answer.title}.`, answer.detail];
    case "rate-limited":
      return ["Too many calls.", `You can ask again in ${answer.seconds} s.`];
    case "result":
      return resultWords(answer.result, more);
  }
}

function resultWords({ valid, proposalPackage, summary }: BuildResult, more: number): Words {
  const onlyThere =
    more > 0 ? `${countedNoun(more, "problem")} that only the service can find.` : undefined;
  if (!valid)
    return [
      `The service found ${countedNoun(summary.errors, "error")}.`,
      onlyThere ?? "The same as shown here.",
    ];
  if (proposalPackage)
    return ["Built by the service.", onlyThere ?? "Send this package to the target product."];
  return ["Confirmed by the service.", onlyThere ?? "The candidate is valid, and its id is free."];
}

/** The text that screen readers say while the focus stays where it is; it may be empty. */
export function announcement({ service }: State, isWaiting: boolean): string {
  if (service.isAsking) return "Asking the service…";
  if (service.answer === undefined) return "";
  if (service.answer.kind === "rate-limited" && !isWaiting) return "You can ask again.";
  return answerWords(service.answer, service.extra.length).join(" ");
}
