import { chooseTheme } from "./choose-theme.js";
import { addCopyButtons } from "./copy.js";
import { filterCodes } from "./filter.js";
import { foldContents } from "./fold.js";
import { makeTabs } from "./tabs.js";

/** Pages are complete without scripts; these make them handier. */
addCopyButtons();
makeTabs();
filterCodes();
foldContents();
chooseTheme();
