import { join } from "node:path";
import { isDay } from "../../engine/order.js";
import { byVersion } from "../../specs/names.js";
import { CommandError, type RunCommand } from "../command.js";
import { editSpecFile, findVersion, loadDomainFolder } from "../domain-folder.js";

export const run: RunCommand = async ([domainId = "", name = ""], options, io) => {
  const { on: retiresOn } = options;
  if (retiresOn === undefined)
    throw new CommandError("give the date with --on, such as --on 2027-01-31");
  const domain = await loadDomainFolder(domainId, io, { rules: options.rules, drafts: [name] });
  const { status, spec } = findVersion(domain, name);
  if (status !== "released")
    throw new CommandError(
      `${domainId} ${name} is ${status}; only a released version can be retired`,
    );
  const today = new Date().toISOString().slice(0, 10);
  const deprecatedOn = options["deprecated-on"] ?? spec?.source.settings.deprecatedOn ?? today;
  for (const date of [retiresOn, deprecatedOn])
    if (!isDay(date)) throw new CommandError(`"${date}" is not a date; write it as 2027-01-31`);
  if (retiresOn < deprecatedOn) throw new CommandError(`${retiresOn} is before ${deprecatedOn}`);
  await editSpecFile(join(domain.path, name), { status, deprecatedOn, retiresOn });
  io.stdout.write(`${domainId} ${name}: deprecated on ${deprecatedOn}, retires on ${retiresOn}\n`);
  io.stdout.write(`it is served until its status is retired; responses include both dates\n`);
  const hasSuccessor = domain.versions.some(
    (other) => other.status === "released" && byVersion(other, { version: name }) > 0,
  );
  if (!hasSuccessor)
    io.stderr.write(
      `note: no later version is released; release one before ${retiresOn} for authors to move to\n`,
    );
  return 0;
};
