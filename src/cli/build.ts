import { buildProposal } from "../proposals/build-proposal.js";
import { checkCommand } from "./check-command.js";

export const buildCommand = checkCommand("build", "check it and print the package of a valid one", buildProposal);
