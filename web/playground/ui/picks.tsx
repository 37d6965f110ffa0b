import { asksRegistry } from "../../../src/engine/checks/check.js";
import type { SpecDocument } from "../../../src/specs/explain/describe-spec.js";
import { Button } from "../../workbench/parts.js";
import type { Session, View } from "../session.js";
import { domainOf, isOwn } from "../state.js";

/** Lets a person choose the domain, the version and a candidate to start with. */
export function Picks({ session, state }: View) {
  const { instance, specDocument, domainId, version, start } = state;
  const { versions } = domainOf(state);
  return (
    <>
      {instance.domains.length > 1 && (
        <label class="pick">
          <span>Domain</span>
          <select
            value={domainId}
            onChange={({ currentTarget }) => session.open({ domainId: currentTarget.value })}
          >
            {instance.domains.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
      )}
      {versions.length > 1 && (
        <label class="pick">
          <span>Version</span>
          <select
            value={version}
            onChange={({ currentTarget }) => session.chooseVersion(currentTarget.value)}
          >
            {versions.map(({ version, status, current }) => (
              <option
                key={version}
                value={version}
              >{`${version} · ${current ? "current" : status}`}</option>
            ))}
          </select>
        </label>
      )}
      <label class="pick">
        <span>Start from</span>
        <select
          value={start}
          onChange={({ currentTarget }) => choose(session, currentTarget.value)}
        >
          <option value="" hidden={start !== ""}>
            Your own
          </option>
          <option value='{"kind":"flawed"}'>
            {isOwn(state) ? "An example" : "Several errors"}
          </option>
          {specDocument && <Examples {...specDocument} />}
          <option value="clear">An empty page</option>
        </select>
      </label>
      <Button onClick={() => session.share()}>Share</Button>
    </>
  );
}

function choose(session: Session, value: string): void {
  if (value === "clear") session.clear();
  else if (value !== "") void session.chooseStart(JSON.parse(value));
}

function Examples({ examples, rules }: SpecDocument) {
  const broken = rules.flatMap(({ name, check, examples }) => {
    if (asksRegistry(check)) return [];
    const example = examples.findIndex(({ violations = [] }) => violations.length > 0);
    const title = examples[example]?.title;
    return title === undefined
      ? []
      : { name, title, value: JSON.stringify({ kind: "rule", rule: name, example }) };
  });
  return (
    <>
      <optgroup label="Examples">
        {Object.entries(examples).map(([name, { title }]) => (
          <option key={name} value={JSON.stringify({ kind: "example", name })}>
            {title}
          </option>
        ))}
      </optgroup>
      <optgroup label="Broken on purpose">
        {broken.map(({ name, title, value }) => (
          <option key={name} value={value}>
            {`Broken: ${title}`}
          </option>
        ))}
      </optgroup>
    </>
  );
}
