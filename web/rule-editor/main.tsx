import { render } from "preact";
import type { JsonObject } from "../../src/ground/json/value.js";
import { countedNoun } from "../../src/ground/text/quote.js";
import type { RuleInstance } from "../../src/pages/pages/playground.js";
import { formatSpecText } from "../../src/specs/format-spec-file.js";
import { download, elementById } from "../page-tools.js";
import { Editor } from "../workbench/editor/editor.js";
import type { Mark } from "../workbench/editor/marks.js";
import { MAX_RULE_LENGTH } from "../workbench/limits.js";
import { Changes, PlaceButton, PlainButton } from "../workbench/parts.js";
import { makeSplit } from "../workbench/split.js";
import { WorkerClient } from "../workbench/worker-client.js";
import type { PlacedError, RuleCalls, RuleTrial } from "./worker.js";

interface State {
  /** As it was published. */
  readonly released: string;
  readonly trial?: RuleTrial | undefined;
  readonly isFailed: boolean;
}

const instance: RuleInstance = JSON.parse(elementById("instance").textContent ?? "");
const { basePath, domainId, version, rule } = instance;
let state: State = { released: "", isFailed: false };
let schema: JsonObject | undefined;
const worker = new WorkerClient<RuleCalls>(instance.worker, () => update({ isFailed: true }));
const editor = new Editor(elementById("editor"), {
  text: "",
  wraps: true,
  label: "Rule, as JSON",
  documentInfo: {
    spec: () => schema && { candidateSchema: schema, declarations: {}, data: {}, rules: [] },
    candidate: () => undefined,
  },
  onChange: () => void tryRule(),
  onFile: async (file) => {
    if (file.size <= MAX_RULE_LENGTH) editor.replace(await file.text());
  },
});

function update(change: Partial<State>): void {
  state = { ...state, ...change };
  render(<Side />, elementById("side"));
}

async function open(): Promise<void> {
  try {
    await worker.load(basePath, domainId, version);
    const opened = await worker.call("openRule", { domainId, version, rule });
    schema = opened.schema;
    update({ released: opened.text });
    editor.load(opened.text);
  } catch {
    update({ isFailed: true });
  }
}

async function tryRule(): Promise<void> {
  const { text } = editor;
  // Nothing can be tried before the rules are there.
  if (schema === undefined) return;
  const trial = await worker.callLatest("tryRule", { domainId, version, rule, text });
  if (trial === undefined || text !== editor.text) return;
  update({ trial });
  const broken = trial.examples.flatMap(({ errors, place }) => errors.map((message) => ({ message, place })));
  editor.mark([...trial.errors, ...trial.fixErrors, ...broken].map(toMark));
}

function toMark({ message, place: { from, to } }: PlacedError): Mark {
  return { from, to, severity: "error", message, source: rule };
}

function format(): void {
  const formatted = formatSpecText(editor.text);
  if (formatted !== undefined && formatted !== editor.text) editor.replace(formatted);
}

function Tools() {
  return (
    <>
      <PlainButton onClick={format}>Format</PlainButton>
      <PlainButton onClick={() => download(`${rule}.json`, editor.text)}>Download</PlainButton>
      <PlainButton onClick={() => editor.replace(state.released)}>Start over</PlainButton>
    </>
  );
}

function headline({ trial, isFailed }: State): [tone: string, title: string, detail: string] {
  if (isFailed) return ["error", "Couldn't load the rules", "Check your connection, then reload"];
  if (trial === undefined) return ["busy", "Loading the rule", rule];
  const { errors, examples, fixErrors } = trial;
  if (errors.length > 0)
    return ["error", countedNoun(errors.length, "error"), "The examples run as soon as they are fixed"];
  const broken = examples.filter((example) => example.errors.length > 0).length;
  if (broken + fixErrors.length === 0)
    return ["valid", `All ${examples.length} examples pass`, "Download the file to use it"];
  const title = broken === 0 ? "A fix does not work" : `${broken} of ${examples.length} examples break`;
  return ["error", title, "Change the rule, or what its examples expect"];
}

function Side() {
  const [tone, title, detail] = headline(state);
  const { errors = [], examples = [], fixErrors = [] } = state.trial ?? {};
  return (
    <>
      <div class={`outcome ${tone}`}>
        <span class="dot" aria-hidden="true" />
        <div class="headline" role="status">
          <b>{title}</b>
          <span>{detail}</span>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for people without a mouse. */}
      <section class="panel" aria-label="Examples and changes" tabIndex={0}>
        <div class="list">
          {[...errors, ...fixErrors].map(({ message, place }, at) => (
            <article key={at} class="card">
              <PlaceButton onClick={() => editor.select(place)}>line {place.line}</PlaceButton>
              <p>{message}</p>
            </article>
          ))}
          {examples.map(({ title, place, errors }, at) => (
            <article key={at} class={errors.length === 0 ? "card trial passes" : "card trial"}>
              <PlaceButton onClick={() => editor.select(place)}>line {place.line}</PlaceButton>
              <p>
                <span class={errors.length === 0 ? "pill passes" : "pill violated"}>
                  {errors.length === 0 ? "as expected" : "breaks"}
                </span>{" "}
                {title}
              </p>
              {errors.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </article>
          ))}
        </div>
        {state.trial && (
          <div class="sheet">
            <h2>Changes since {version}</h2>
            <Changes before={state.released} after={editor.text} none="None. This is the published rule." />
          </div>
        )}
      </section>
    </>
  );
}

render(<Tools />, elementById("tools"));
update({});
makeSplit(elementById("split"));
void open();
