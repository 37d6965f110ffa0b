import { setFlagsFromString } from "node:v8";

// So that `rules` and `config/targets.json` are those of the tests, for them and for the processes that they start.
process.chdir(process.env.TEST_WORLD as string);

// Four times the default: most functions run too seldom to be worth optimizing, and each test file compiles them
// anew, which takes a tenth of all CPU time. Node 22 and later have no such flag.
if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=270336");
