import { validateProposal } from "../proposals/validate-proposal.js";
import { checkCommand } from "./check-command.js";

export const validateCommand = checkCommand("validate", "check the candidate of an envelope", validateProposal);
