import { readSettings } from "../../dist/config.js";
import { Admission } from "../../dist/http/admission.js";
import { readBody } from "../../dist/http/read-body.js";
import { openFiles } from "../../dist/open-files.js";
import { openLog } from "../../dist/ops/log.js";
import { Metrics } from "../../dist/ops/metrics.js";
import { startService } from "../../dist/service.js";

/** What would be left of assay without keys, budget and metrics: their cost is the difference. */
const nothing = async () => ({});
Object.assign(Admission.prototype, { admitOperation: readBody, countAddress: nothing });
Object.assign(Metrics.prototype, { request: nothing, verdict: nothing });

const { settings, faults } = readSettings(process.env);
const log = openLog(settings.logLevel);
const files = await openFiles(settings, log.log, faults);
if (faults.length > 0) throw new Error(faults.join("\n"));
await startService(settings, files, log);
