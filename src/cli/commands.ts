import { buildCommand } from "./build.js";
import type { Command } from "./command.js";
import { keysNewCommand } from "./keys-new.js";
import { rulesCheckCommand } from "./rules-check.js";
import { rulesExplainCommand } from "./rules-explain.js";
import { rulesNewCommand } from "./rules-new.js";
import { rulesSchemaCommand } from "./rules-schema.js";
import { validateCommand } from "./validate.js";

export const COMMANDS: readonly Command[] = [
  validateCommand,
  buildCommand,
  rulesCheckCommand,
  rulesExplainCommand,
  rulesNewCommand,
  rulesSchemaCommand,
  keysNewCommand,
];
