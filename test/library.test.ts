import { execFile } from "node:child_process";
import { copyFileSync, cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./support/temporary-folder.js";

const run = promisify(execFile);
const folder = temporaryFolder();

// The package as users get it: compiled, and imported by its name and exports.
beforeAll(() => {
  copyFileSync("package.json", join(folder, "package.json"));
  cpSync(new URL("../dist", import.meta.url), join(folder, "dist"), { recursive: true });
  for (const name of ["node_modules", "rules"]) symlinkSync(resolve(name), join(folder, name));
});

const evaluate = (source: string) =>
  run(process.execPath, ["--input-type=module", "-e", source], { cwd: folder });

test("the package can be imported by its name, and reads a request as if it had been sent as JSON", async () => {
  const { stdout } = await evaluate(`
    import { AppError, build, InvalidSpecs, loadSpecs, validate, verifyPackage } from "assay";
    const specs = await loadSpecs();
    const { candidate } = specs.get("generator-option").current.source.examples["city-weather"];
    const requestFor = (candidate) => ({ targetProduct: "sample-studio", domainId: "generator-option", candidate });
    const request = requestFor(candidate);
    const { valid } = await validate(specs, request);
    const { submission } = await build(specs, request, { targetUrl: "http://studio.example/" });
    const unaddressed = await build(specs, request);
    const taken = await validate(specs, request, { registry: [candidate.generatorId] });
    const error = await validate(specs, {}).catch((error) => error);
    const lost = await validate(specs, requestFor({ ...candidate, price: Number.NaN })).catch((error) => error.detail);
    const refused = await loadSpecs("nowhere").catch((error) => error);
    const { generatorName, rationaleNotes, ...others } = candidate;
    class Draft { constructor() { Object.assign(this, others); } get generatorName() { return "Inherited"; } }
    const inherited = await build(specs, requestFor(new Draft()));
    const absent = await build(specs, requestFor({ ...others, generatorName, rationaleNotes: undefined }));
    const received = JSON.parse(JSON.stringify(absent.proposalPackage));
    const errors = inherited.diagnostics.filter(({ severity }) => severity === "error");
    console.log(JSON.stringify({
      valid, url: submission.url, taken: taken.valid, addresses: /https?:/.exec(JSON.stringify(unaddressed)),
      built: Object.keys(unaddressed).slice(-1), lost,
      error: error instanceof AppError && error.code, refused: refused instanceof InvalidSpecs,
      inherited: errors.map(({ code, expected }) => [code, expected]),
      absent: [absent.valid, absent.summary.warnings, (await verifyPackage(specs, received)).verified],
    }));
  `);
  expect(JSON.parse(stdout)).toEqual({
    valid: true,
    url: "http://studio.example/api/proposals",
    taken: false,
    // It knows neither a service nor a target product, and makes up none.
    addresses: null,
    built: ["proposalPackage"],
    error: "invalid-request",
    lost: "cannot be serialized as JSON: JSON has no NaN; pass plain JSON data",
    refused: true,
    inherited: [["missing-property", "generatorName"]],
    absent: [true, 1, true],
  });
});

test("what the package does not export cannot be imported", async () => {
  await expect(evaluate('import "assay/dist/cli/main.js"')).rejects.toThrow(
    "ERR_PACKAGE_PATH_NOT_EXPORTED",
  );
});
