import { answerCalls } from "../workbench/worker-calls.js";
import { calls } from "./calls.js";

answerCalls(calls);
