import "./playground.tests.js";
import "./verdict.tests.js";
import "./tools.tests.js";
import "./pages.tests.js";
import "./rule-editor.tests.js";

// One file of tests, so that all of them share a browser and a service: each start of both takes longer than most tests.
