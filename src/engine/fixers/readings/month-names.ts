/** By month, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const NAMES = [
  "january januar janvier enero gennaio janeiro januari",
  "february februar février fevrier febrero febbraio fevereiro februari",
  "march märz maerz mars marzo março marco maart",
  "april avril abril aprile",
  "may mai mayo maggio maio mei",
  "june juni juin junio giugno junho",
  "july juli juillet julio luglio julho",
  "august août aout agosto augustus",
  "september septembre septiembre settembre setembro",
  "october oktober octobre octubre ottobre outubro",
  "november novembre noviembre novembro",
  "december dezember décembre decembre diciembre dicembre dezembro",
];
/** What is usual for short, where it is not one of the names. */
const SHORT = ["jan", "feb", "mar mär mrz", "apr", "", "jun", "jul", "aug", "sep sept", "oct okt", "nov", "dec dez"];

const MONTHS = new Map(
  NAMES.flatMap((names, at) => `${names} ${SHORT[at]}`.split(" ").map((name) => [name, at + 1] as const)),
);

/** The number of a month, from 1. */
export function monthOf(name: string): number | undefined {
  return name === "" ? undefined : MONTHS.get(name.toLowerCase());
}
