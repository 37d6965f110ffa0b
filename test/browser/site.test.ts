import "./playground.js";
import "./verdict.js";
import "./tools.js";
import "./pages.js";
import "./rule-editor.js";

// One file of tests, so that all of them share a browser and a service: each start of both takes longer than most tests.
