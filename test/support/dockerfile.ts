import { readFile } from "node:fs/promises";

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The stages of the Dockerfile, each with its instructions. */
export async function readStages(): Promise<Instruction[][]> {
  const text = (await readFile("Dockerfile", "utf8")).replaceAll("\\\n", " ");
  const stages: Instruction[][] = [];
  for (const line of text.split("\n").filter((line) => /^[A-Z]/.test(line))) {
    const [, name = "", rest = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, text: rest.trim() });
  }
  return stages;
}

/** What the instructions of one name say. */
export const all = (stage: Instruction[] | undefined, name: string) =>
  (stage ?? []).filter((instruction) => instruction.name === name).map(({ text }) => text);

/** The command of an instruction in its JSON form. */
export const command = (text = "[]"): string[] => JSON.parse(text.slice(text.indexOf("[")));
