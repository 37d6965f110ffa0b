import { readFileSync } from "node:fs";

/**
 * Prepares a release. `check TAG` says what is missing in package.json and CHANGELOG.md, and
 * `notes TAG` prints what the changelog says about the version.
 */
const [task, tag = ""] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const notes = readNotes(readFileSync("CHANGELOG.md", "utf8"), tag.replace(/^v/, ""));

if (task === "check") {
  const problems = [
    ...(manifest.private
      ? ['package.json is "private": give it a "name" that is yours at npm, and remove that']
      : []),
    ...["repository", "homepage", "bugs"]
      .filter((name) => manifest[name] === undefined)
      .map((name) => `package.json has no "${name}": fill in where your copy of the project is`),
    ...(tag === `v${manifest.version}`
      ? []
      : [`the tag ${tag} is not the version of package.json, ${manifest.version}`]),
    ...(notes === undefined ? [`CHANGELOG.md has no section [${tag.replace(/^v/, "")}]`] : []),
  ];
  for (const problem of problems) console.error(`cannot release: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else if (task === "notes" && notes !== undefined) console.log(notes);
else {
  console.error("usage: node scripts/release.js check|notes v1.0.0");
  process.exitCode = 2;
}

/** The section of a version, without its heading. */
function readNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`[${version}]`));
  return found?.slice(found.indexOf("\n") + 1).trim();
}
