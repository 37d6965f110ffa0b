#!/usr/bin/env node
import { helpText, readSettings } from "./config.js";
import { openFiles } from "./open-files.js";
import { openLog } from "./ops/log.js";
import type { Dependencies } from "./proposals/dependencies.js";
import { type Service, startService } from "./service.js";

/** EX_CONFIG of sysexits.h: the operator must change something, a restart will not help. */
const BAD_CONFIGURATION = 78;

// Nobody who reads what is printed is no reason to stop serving.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

const [argument] = process.argv.slice(2);
if (argument === "--help" || argument === "-h") {
  process.stdout.write(helpText());
} else if (argument !== undefined) {
  // Started as if nothing were said, it would listen where nobody meant it to.
  giveUp([`"${argument}" is not known: everything is set by environment variables, which --help lists`]);
} else {
  const { settings, faults } = readSettings(process.env);
  const log = openLog(settings.logLevel);
  const files = await openFiles(settings, log.log, faults);
  if (files === undefined || faults.length > 0) {
    giveUp(faults);
  } else {
    try {
      const service = await startService(settings, files, log);
      if (!settings.production) process.stdout.write(welcome(service));
      // Later signals change nothing: the drain ends by itself, and npm passes on what a terminal has sent already.
      let stopping = false;
      for (const signal of ["SIGTERM", "SIGINT"] as const)
        process.on(signal, () => {
          if (!stopping) void end(0);
          stopping = true;
        });
      // A bug: what is in flight is still answered, and a supervisor starts the service anew.
      process.on("uncaughtException", (err) => {
        log.log.fatal({ err }, "unexpected error");
        if (!stopping) void end(1);
        stopping = true;
      });
      const end = async (code: number) => {
        await service.stop();
        await log.flush();
        process.exit(code);
      };
      service.announce();
    } catch (error) {
      giveUp([(error as Error).message]);
    }
  }
}

function giveUp(faults: readonly string[]): void {
  process.stderr.write(`assay cannot start:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  process.exitCode = BAD_CONFIGURATION;
  // Whatever was opened before the fault was found must not keep the process.
  process.stderr.write("", () => process.exit());
}

/** With a first call that can be pasted as it is, where something is served that can be called. */
function welcome({ baseUrl, developmentKey, dependencies }: Service): string {
  const lines = [`assay listens on ${baseUrl}`];
  if (developmentKey !== undefined) lines.push(`development key: ${developmentKey}`);
  const request = developmentKey && exampleRequest(dependencies);
  if (request)
    lines.push(
      "",
      "Try it:",
      `curl -s ${baseUrl}/api/validate -H 'Authorization: Bearer ${developmentKey}' -H 'Content-Type: application/json' -d '${request.replaceAll("'", "'\\''")}'`,
    );
  return `${lines.join("\n")}\n\n`;
}

function exampleRequest({ specs, targets }: Dependencies): string | undefined {
  for (const { id: targetProduct, domains } of targets.list()) {
    for (const domainId of domains) {
      const source = specs.get(domainId)?.current?.source;
      const example = source?.examples[source.spec.base] as { candidate?: unknown } | undefined;
      if (example) return JSON.stringify({ targetProduct, domainId, candidate: example.candidate });
    }
  }
  return undefined;
}
