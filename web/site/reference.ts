import { element, isSendable, NOT_A_KEY, storeTabKey, tabKey } from "../page-tools.js";

/** Headers of a response that say something about the next call. */
const SHOWN_HEADERS = ["content-type", "ratelimit", "retry-after", "request-id"];

/** The forms of the API reference call this service with what is filled in. */
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-try]")) {
  const key = form.querySelector<HTMLInputElement>("[data-key]");
  const tried = form.querySelector<HTMLElement>("[data-tried]") as HTMLElement;
  form.hidden = false;
  if (key !== null) {
    key.value = tabKey();
    key.addEventListener("input", () => {
      storeTabKey(key.value.trim());
      for (const other of document.querySelectorAll<HTMLInputElement>("[data-key]"))
        other.value = key.value;
    });
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    tried.textContent = "Sending…";
    tried.replaceChildren(...(await send(form, key?.value.trim() ?? "")));
  });
}

async function send(form: HTMLFormElement, key: string): Promise<Node[]> {
  const { method = "GET", path = "" } = form.dataset;
  const line = (text: string) => element("p", { textContent: text });
  if (key !== "" && !isSendable(key)) return [line(NOT_A_KEY)];
  const values = new FormData(form);
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name) ?? "")),
  );
  const body = form.querySelector<HTMLTextAreaElement>("[data-body]")?.value;
  try {
    const response = await fetch((document.body.dataset.base ?? "") + target, {
      method,
      headers: {
        Accept: "application/json, text/event-stream;q=0.5",
        ...(key !== "" && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body }),
      credentials: "omit",
    });
    const textContent = headersOf(response) + pretty(await response.text());
    const listing = element("pre", { tabIndex: 0, ariaLabel: "Response", textContent });
    return [line(`${response.status} ${response.statusText}`), listing];
  } catch {
    return [line("The service cannot be reached. Check your connection, then send it again.")];
  }
}

function headersOf({ headers }: Response): string {
  const shown = SHOWN_HEADERS.filter((name) => headers.has(name)).map(
    (name) => `${name}: ${headers.get(name)}\n`,
  );
  return `${shown.join("")}\n`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
