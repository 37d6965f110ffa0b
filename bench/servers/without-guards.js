import { readSettings } from "../../src/config.ts";
import { Admission } from "../../src/http/admission.ts";
import { readBody } from "../../src/http/read-body.ts";
import { openFiles } from "../../src/open-files.ts";
import { openLog } from "../../src/ops/log.ts";
import { Metrics } from "../../src/ops/metrics.ts";
import { startService } from "../../src/service.ts";

/** assay without keys, rate limit and metrics: the difference is what they cost. */
const nothing = async () => ({});
Object.assign(Admission.prototype, { admitOperation: readBody, countAddress: nothing });
Object.assign(Metrics.prototype, { request: nothing, verdict: nothing });

const { settings, errors: settingErrors } = readSettings(process.env);
const log = openLog(settings.logLevel);
const { files, errors: fileErrors } = await openFiles(settings, log.log);
const errors = [...settingErrors, ...fileErrors];
if (files === undefined || errors.length > 0) throw new Error(errors.join("\n"));
await startService(settings, files, log);
