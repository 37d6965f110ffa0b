import { Button } from "../../workbench/parts.js";
import type { Session } from "../session.js";

/** How far each piece of confetti flies. */
const PIECES = [-170, -148, -110, -76, -44, -16, 16, 46, 80, 114, 148, 172].map((x, at) => [
  x,
  at % 2 ? -56 : -34,
]);

/** Says why there is nothing to show. */
export function Message(props: {
  title: string;
  isJoyful?: boolean;
  children: preact.ComponentChildren;
}) {
  return (
    <div class="blank">
      {props.isJoyful && (
        <div class="confetti" aria-hidden="true">
          {PIECES.map(([x, y]) => (
            <i key={x} style={{ "--to": `${x}px, ${y}px` }} />
          ))}
        </div>
      )}
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

interface CopyProps {
  readonly label: string;
  /** Undefined if there is nothing to copy yet. */
  readonly text: (() => string) | undefined;
  readonly session: Session;
}

export function CopyButton({ label, text, session }: CopyProps) {
  const copy = () => text && session.copy(text(), `${label.replace("Copy", "Copied")}.`);
  return (
    <Button disabled={text === undefined} onClick={copy}>
      {label}
    </Button>
  );
}
