import { readSettings } from "../../dist/config.js";
import { Admission } from "../../dist/http/admission.js";
import { readBody } from "../../dist/http/read-body.js";
import { openFiles } from "../../dist/open-files.js";
import { openLog } from "../../dist/ops/log.js";
import { Metrics } from "../../dist/ops/metrics.js";
import { startService } from "../../dist/service.js";

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
