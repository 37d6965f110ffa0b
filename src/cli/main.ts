#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { loadProgram } from "../load-program.js";

const run = loadProgram(import.meta.url);
// Four times the default: most functions run too seldom to be worth optimizing, which takes a fifth of all CPU time.
// Only now: with other flags, V8 does not use the code. Node 22 and later have no such flag.
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=270336");
run();
