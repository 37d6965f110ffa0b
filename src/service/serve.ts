import { setTimeout as pause } from "node:timers/promises";
import { errorText } from "../ground/files/file-error.js";
import { curlCommand } from "../ground/text/curl.js";
import { countedNoun } from "../ground/text/quote.js";
import { visibleLines } from "../ground/text/visible.js";
import { requestWithErrors } from "../proposals/example-request.js";
import { type Env, readSettings, type Settings } from "./config.js";
import { type Files, openFiles } from "./open-files.js";
import { openLog } from "./ops/log.js";
import { type Service, startService } from "./service.js";

/** EX_CONFIG of sysexits.h: the operator must change something; a restart does not help. */
const BAD_CONFIGURATION = 78;
/** For the requests in flight, which have 5 s after the drain window. */
const STOP_LIMIT_MS = 5_500;

/** process.exit() waits for these resources, forever if one hangs on a mount. */
const JOINED = new Set([
  "FSReqCallback",
  "FSReqPromise",
  "GetAddrInfoReqWrap",
  "GetNameInfoReqWrap",
  "MessagePort",
]);
const JOIN_LIMIT_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** Serves until a signal ends the process; or only checks whether it could, and ends it. */
export async function serve(env: Env, { onlyChecks = false } = {}): Promise<void> {
  const { settings, errors: settingErrors, warnings } = readSettings(env);
  const log = openLog(settings.logLevel);
  let service: Service | undefined;
  let isStopping = false;
  const end = async (code: number) => {
    // npm forwards signals that the terminal has already sent.
    if (isStopping) return;
    isStopping = true;
    if (service)
      await Promise.race([service.stop(), pause(settings.drainSeconds * 1_000 + STOP_LIMIT_MS)]);
    await log.flush();
    await exitProcess(code);
  };
  // Before anything is awaited: process 1 of a container never gets a signal without a handler.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void end(0));
  // Without a handler, SIGHUP during the start would end the process.
  process.on("SIGHUP", () => void service?.reload());
  const { files, errors: fileErrors } = await openFiles(settings, log.logger);
  const errors = [...settingErrors, ...fileErrors];
  // A misspelled variable may be the cause of an error.
  if (files === undefined || errors.length > 0) return refuseToStart([...errors, ...warnings]);
  if (onlyChecks)
    return void process.stdout.write(
      visibleLines(checkReport(files, settings, warnings)),
      () => void exitProcess(0),
    );
  for (const detail of warnings) log.logger.warn({ detail }, "configuration");
  try {
    const started = await startService(settings, files, log);
    if (isStopping) return;
    service = started;
    // A bug: finish the requests in flight, then exit and let the supervisor restart the service.
    process.on("uncaughtException", (err) => {
      log.logger.fatal({ err }, "unexpected error");
      void end(1);
    });
    if (settings.nodeEnv !== "production")
      process.stdout.write(await welcome(started, settings.site));
    started.announce();
  } catch (error) {
    await log.flush();
    refuseToStart([(error as Error).message]);
  }
}

function refuseToStart(errors: readonly string[]): void {
  process.stderr.write(
    visibleLines(`assay cannot start:\n${errors.map((error) => `  ${error}\n`).join("")}`),
  );
  process.stderr.write("", () => void exitProcess(BAD_CONFIGURATION));
}

/** Ends the process with a code or, if something hangs for a second, by a signal. */
async function exitProcess(code: number): Promise<never> {
  for (let waited = 0; waited <= JOIN_LIMIT_MS; waited += LOOK_EVERY_MS) {
    if (!process.getActiveResourcesInfo().some((name) => JOINED.has(name))) process.exit(code);
    await pause(LOOK_EVERY_MS);
  }
  process.kill(process.pid, "SIGKILL");
  // In a container, the kernel ignores a SIGKILL that the first process sends to itself.
  process.abort();
}

function checkReport(
  { catalog, brokenDrafts, targets }: Files,
  { rulesDir: rulesDirs, targetsFile }: Settings,
  warnings: readonly string[],
): string {
  const versions = [...catalog.values()].flatMap((domain) => domain.versions);
  const left = brokenDrafts.flatMap(({ errors }) => errors.map(errorText));
  return [
    ...warnings.map((warning) => `warning: ${warning}\n`),
    ...left.map((error) => `draft left out: ${error}\n`),
    `assay can start: ${countedNoun(versions.length, "spec package")} of ${rulesDirs.join(", ")}, `,
    `${countedNoun(targets.length, "target product")} of ${targetsFile}\n`,
  ].join("");
}

/**
 * Includes a first call to paste, with an error to see where rules show one, if a domain has an
 * example and a target product.
 */
async function welcome(
  { baseUrl, developmentKey, served }: Service,
  hasSite: boolean,
): Promise<string> {
  const lines = [`assay is listening on ${baseUrl}`];
  if (hasSite) lines.push(`playground: ${baseUrl}/playground`);
  if (developmentKey !== undefined) lines.push(`development key: ${developmentKey}`);
  const request = developmentKey && (await requestWithErrors(served.current));
  if (request) {
    const headers = {
      Authorization: `Bearer ${developmentKey}`,
      "Content-Type": "application/json",
    };
    const call = curlCommand(`${baseUrl}/api/validate`, headers, JSON.stringify(request));
    lines.push("", "A first call:", call);
  }
  return `${lines.join("\n")}\n\n`;
}
