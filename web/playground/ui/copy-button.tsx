import { copyText } from "../../clipboard.js";
import type { Session } from "../session.js";

interface Props {
  readonly label: string;
  readonly text: () => string | Promise<string>;
  readonly session: Session;
  readonly disabled?: boolean;
}

export function CopyButton({ label, text, session, disabled = false }: Props) {
  const copy = async () => {
    const isCopied = await copyText(await text());
    session.tell(isCopied ? `${label.replace("Copy", "Copied")}.` : "Your browser did not allow copying.");
  };
  return (
    <button type="button" class="button" disabled={disabled} onClick={copy}>
      {label}
    </button>
  );
}
