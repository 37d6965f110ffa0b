import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { inTemporaryFolder } from "./cli/temporary-folder.js";

const run = promisify(execFile);

/** What the compiler must know of the language: to check all that it knows itself takes most of the time. */
const LANGUAGE = [
  ..."Boolean CallableFunction Function IArguments NewableFunction Number Object RegExp String"
    .split(" ")
    .map((name) => `interface ${name} {}`),
  "interface Array<T> { length: T }",
  "declare const console: { log(value: unknown): void };",
].join("\n");

/** A project with one source file, built by the real compiler. */
async function inProject(use: (project: Project) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    // In the folder that tests run in, the file is a link.
    await cp("build.js", join(folder, "build.js"), { dereference: true });
    await symlink(resolve("node_modules"), join(folder, "node_modules"));
    for (const name of ["src", "web"]) await mkdir(join(folder, name));
    const options = {
      ...{ rootDir: "src", outDir: "dist", module: "nodenext", target: "es2023", strict: true },
      ...{ types: [], noLib: true },
    };
    const files = {
      "package.json": { type: "module" },
      "package-lock.json": {},
      "tsconfig.json": {},
      "tsconfig.build.json": { compilerOptions: options, include: ["src"] },
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
    for (const name of ["bundle.js", "cache-code.js", "web/build.js"]) await writeFile(join(folder, name), "");
    await writeFile(join(folder, "src/language.d.ts"), LANGUAGE);
    await use(new Project(folder));
  });
}

class Project {
  constructor(private readonly folder: string) {}

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.folder, name), text);
  }

  remove(name: string): Promise<void> {
    return rm(join(this.folder, name));
  }

  /** As if the file were older than the build, like a checkout that restores dates. */
  async writeOld(name: string, text: string): Promise<void> {
    await this.write(name, text);
    await utimes(join(this.folder, name), 0, 0);
  }

  /** What the program prints, and whether it was built for that. */
  async start(): Promise<{ printed: string; built: boolean }> {
    const before = await this.#builtAt();
    const { stdout } = await run(process.execPath, ["--import", "./build.js", "dist/main.js"], { cwd: this.folder });
    return { printed: stdout.trim(), built: (await this.#builtAt()) !== before };
  }

  async #builtAt(): Promise<bigint | undefined> {
    const { mtimeNs } = await stat(join(this.folder, "dist/.built-from"), { bigint: true }).catch(() => ({
      mtimeNs: undefined,
    }));
    return mtimeNs;
  }
}

describe("a program that is started with --import ./build.js", () => {
  test("is built if it is not, and if what it is built from has changed, whatever the dates say", async () => {
    await inProject(async (project) => {
      await project.write("src/main.ts", "console.log('one');");
      expect(await project.start()).toEqual({ printed: "one", built: true });
      expect(await project.start()).toEqual({ printed: "one", built: false });
      await project.writeOld("src/main.ts", "console.log('two');");
      expect(await project.start()).toEqual({ printed: "two", built: true });
      await project.write("src/other.ts", "export const other = 1;");
      expect(await project.start()).toEqual({ printed: "two", built: true });
      await project.remove("src/other.ts");
      expect(await project.start()).toEqual({ printed: "two", built: true });
      await project.write("package-lock.json", '{ "version": "2" }');
      expect((await project.start()).built).toBe(true);
      expect((await project.start()).built).toBe(false);
      await project.write("web/page.css", "p { color: red }");
      expect((await project.start()).built).toBe(true);
    });
  });

  test("does not run if it cannot be built, now or at the next start", async () => {
    await inProject(async (project) => {
      await project.write("src/main.ts", "console.log('one');");
      await project.start();
      await project.write("src/main.ts", "const number: number = 'no number'; console.log(number);");
      for (let start = 0; start < 2; start++) {
        await expect(project.start()).rejects.toMatchObject({
          stdout: "",
          stderr: expect.stringContaining("src/main.ts(1,7): error TS2322"),
        });
      }
    });
  });
});

test("npm run build, start, assay and demo all go through build.js", async () => {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  for (const name of ["build", "start", "assay", "demo"]) expect(scripts[name]).toContain("build.js");
});
