/**
 * What the server has drawn is shown before the editor is loaded, which takes longer than all the rest. Its largest
 * part has a task of its own, so that no task keeps a person waiting.
 */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

if (!("opens" in document.documentElement.dataset))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
await import("@codemirror/view");
await nextTask();
await import("./main.js");

export {};
