import { contractRule, type Defect, inOption, optionRule } from "./defect.js";

const free = optionRule("generator-id-is-free");
const few = contractRule("tags-are-few");
const ownerKind = optionRule("owner-kind-is-allowed");
const reserved = contractRule("column-names-are-not-reserved");

/** Placeholders that nothing fills. */
export const PLACEHOLDERS: readonly Defect[] = [
  few(/nothing fills the placeholder \{min\}/, {
    "/message": "there are {size} tags; at least {min} are needed",
  }),
  contractRule("owner-can-be-reached")(/nothing fills the placeholder \{max\}/, {
    "/fixes/0/title": "Add {max} of them",
  }),
  reserved(/nothing fills the placeholder \{nearest\}/, {
    "/fixes": [
      { title: "Rename", applicability: "maybe-incorrect", set: { "{path}": "{nearest}" } },
    ],
  }),
  contractRule("tags-are-lower-case")(/suggest/, { "/check/suggest": undefined }),
  ownerKind(/nothing fills the placeholder \{key\}/, { "/message": "{key} is not allowed" }),
  ownerKind(/nothing fills the placeholder \{actaul\}; did you mean \{actual\}/, {
    "/message": "{actaul} is not an owner kind",
  }),
  free(/nothing fills the placeholder \{pth\}; did you mean \{path\}/, {
    "/fixes/0/set": { "{pth}": "{free}" },
  }),
  few(/a brace that is not part of a placeholder/, {
    "/message": "there are {size} tags; more than {max say less",
  }),
  free(/a brace that is not part of a placeholder/, { "/fixes/0/title": "Use {free instead" }),
  reserved(/nothing fills the placeholder \{expected\}/, {
    "/message": "{actual} is reserved; reserved are {expected}",
    "/examples/1/message": '"row_id" is reserved; reserved are none',
  }),
  contractRule("rows-have-every-column")(/nothing fills the placeholder \{actual\}/, {
    "/message": "{actual} lacks {key}",
    "/examples/1/message": undefined,
  }),
  inOption("spec.json")(/"placeholder" or "examples"/, {
    "/data/fieldTypes/date/examples": undefined,
  }),
];
