import "./playground-suite.js";
import "./verdict-suite.js";
import "./tools-suite.js";
import "./pages-suite.js";

// One file of tests, so that all of them share a browser and a service: each start of both takes
// longer than most tests.
