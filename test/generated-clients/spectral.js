import { readFileSync } from "node:fs";
import spectralCore from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

/** Prints what Spectral's recommended rules say about the OpenAPI document in a file. */
const spectral = new spectralCore.Spectral();
spectral.setRuleset({ extends: [rulesets.oas] });
const found = await spectral.run(readFileSync(process.argv[2], "utf8"));
process.stdout.write(
  JSON.stringify(found.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`)),
);
