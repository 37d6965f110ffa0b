import type { ButtonHTMLAttributes } from "preact";
import { useMemo } from "preact/hooks";
import { changedLines } from "./changed-lines.js";

/** No button submits a form unless it says so. */
const buttonOf = (className: string) => (props: ButtonHTMLAttributes) => (
  <button type="button" class={className} {...props} />
);

export const Button = buttonOf("button");
/** The button that leads on. */
export const PrimaryButton = buttonOf("primary");
/** A button that leads to a place in the text. */
export const PlaceButton = buttonOf("place");
/** A button that its surroundings style. */
export const PlainButton = buttonOf("");

interface ChangesProps {
  readonly before: string;
  readonly after: string;
  /** Shown if nothing has changed. */
  readonly none: string;
}

/** Shows the changes from one text to the other, line by line. */
export function Changes({ before, after, none }: ChangesProps) {
  const lines = useMemo(() => changedLines(before, after), [before, after]);
  if (lines.length === 0) return <p class="hint">{none}</p>;
  return <pre class="listing diff">{lines.map(toElement)}</pre>;
}

function toElement(line: string, at: number) {
  const Tag = line.startsWith("-") ? "del" : line.startsWith("+") ? "ins" : "span";
  return (
    <Tag key={at} class={line === "⋯" ? "gap" : ""}>
      {line === "⋯" ? "⋯\n" : `${line[0]} ${line.slice(1)}\n`}
    </Tag>
  );
}
