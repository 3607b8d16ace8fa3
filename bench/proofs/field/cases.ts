import { type FieldCheck, isRight } from './field-check.ts';

/**
 * Troubles that people of this trade reported in public about other products, what is right in each, and how it is checked here. The
 * inputs are our own, with made-up names (`inputs`). The page about them is docs/field-cases.md.
 */
interface FieldCase {
  id: string;
  about: string;
  right: string;
  /** `file`: imported as the dialog sends it; `mail`: through the mailbox to the inbox; `clock`: what leaves when. */
  how: 'file' | 'mail' | 'clock' | 'values' | 'crm' | 'kill';
}

const ROWS: readonly (readonly [string, FieldCase['how'], string, string])[] = [
  ['D01', 'file', 'lines before the heading of LinkedIn’s own export', 'the heading is found, all leads come'],
  ['D02', 'file', 'a nameless first column', 'each heading is guessed by its own values'],
  ['D03', 'file', 'two columns of one name', 'the one that holds the people’s profiles'],
  ['D04', 'file', 'encodings of Excel in Poland, Russia and on old Macs', 'the letters that were typed'],
  ['D05', 'file', 'several addresses in a cell', 'the first one'],
  ['D06', 'file', 'invisible characters', 'trimmed; one person stays one'],
  ['D07', 'file', 'cells over several lines', 'one row'],
  ['D08', 'file', 'quotes that are not doubled', 'read, or listed as bad: no row is lost without a word'],
  ['D09', 'file', 'UTF-16, sep=', 'read'],
  ['D10', 'file', 'one column of names', 'split into first and last name'],
  ['D11', 'file', 'sizes in bands, and as dates', 'a column named so is the size'],
  ['D12', 'file', 'German numbers and dates', 'read by what the whole column writes'],
  ['M01', 'mail', 'answers and invitations of calendars', 'a reply, in words; the sequence stops'],
  ['M02', 'mail', 'In-Reply-To without brackets', 'the thread is found'],
  ['M03', 'mail', 'ids as encoded words', 'the thread is found'],
  ['M04', 'mail', 'folded References', 'ids stay whole'],
  ['M05', 'mail', 'names and charsets', 'as they were written'],
  ['M06', 'mail', 'signed and encrypted mails', 'the words, or that they could not be read'],
  ['M07', 'mail', 'bounces of many servers', 'hard or policy, and of which lead'],
  ['M08', 'mail', 'a relay that replaces the Message-ID', 'the bounce reaches the lead'],
  ['M09', 'mail', 'Yahoo and AOL quote on one line', 'the reply alone; our own words unsubscribe no one'],
  ['M10', 'mail', 'other ways to quote', 'as above'],
  ['M11', 'mail', 'opt-out words in another sense', 'a reply; no one is suppressed'],
  ['M12', 'mail', 'automatic replies, and people who look like them', 'as a person reads it'],
  ['S01', 'clock', 'windows when clocks change', 'as the tz database says'],
  ['S02', 'clock', 'delays over a change of the clock', 'the same wall clock, the next working day'],
  ['S03', 'clock', 'public holidays of countries and regions', 'nothing leaves on them'],
  ['S04', 'values', 'Windows names of time zones', 'the zone of CLDR'],
  ['S05', 'kill', 'restart between 250 and commit, pause and resume', 'each mail once'],
  ['S06', 'mail', 'own copies, two campaigns, an alias, a pause', 'a reply stops all campaigns of the lead'],
  ['P01', 'values', 'quotes, braces and tags in data', 'plain in subjects, escaped once in HTML, never run'],
  ['P02', 'values', 'entities in data', 'advice before it is mailed'],
  ['P03', 'values', 'capitals, titles, legal forms', 'the suggestion a person would write'],
  ['P04', 'values', 'placeholders of other programs', 'a warning before it is mailed'],
  ['L01', 'values', 'LinkedIn’s other paths', 'the person'],
  ['L02', 'values', 'spellings of profiles; me, unavailable', 'one person each; no one'],
  ['C01', 'crm', 'further addresses of HubSpot contacts', 'a customer is one under each address'],
  ['C02', 'crm', 'one bad value in a batch at Salesforce', 'the others go through, the bad one is named'],
  ['O01', 'mail', 'strangers at one mail provider', 'never colleagues: a person is asked'],
  ['O02', 'crm', 'two workers refresh one token', 'one refresh, nothing is signed out'],
];

const FIELD_CASES: readonly FieldCase[] = ROWS.map(([id, how, about, right]) => ({ id, how, about, right }));

const nameOf = ({ case_id, input }: FieldCheck): string => `${case_id} ${input}`;

/** Which checks failed that should hold, and which of those that fail so far hold now. */
export function judgeChecks(checks: readonly FieldCheck[], notYet: ReadonlySet<string>) {
  const unknown = checks.filter(({ case_id }) => !FIELD_CASES.some(({ id }) => id === case_id)).map(nameOf);
  return {
    wrong: checks.filter((check) => !isRight(check) && !notYet.has(nameOf(check))).map(describe),
    done: checks.filter((check) => isRight(check) && notYet.has(nameOf(check))).map(nameOf),
    unknown,
  };
}

const describe = (check: FieldCheck): string => `${nameOf(check)}: should be ${check.should}; came ${check.came}`;

/** Case by case: what came and what should have come; a short one leaves out cases that were not tried. */
export function reportChecks(checks: readonly FieldCheck[], { is_short = false } = {}): string {
  const shown = FIELD_CASES.filter(({ id }) => !is_short || checks.some(({ case_id }) => case_id === id));
  const lines = shown.flatMap(({ id, about, right }) => {
    const mine = checks.filter(({ case_id }) => case_id === id);
    const wrong = mine.filter((check) => !isRight(check));
    const verdict = mine.length === 0 ? 'NOT TRIED' : wrong.length === 0 ? 'right' : 'WRONG';
    return [
      `${id} ${verdict}  ${mine.length - wrong.length} of ${mine.length}  ${about}: ${right}`,
      ...wrong.map(({ input, came, should }) => `      ${input}\n        came    ${came}\n        should  ${should}`),
    ];
  });
  return lines.join('\n');
}

export const countCases = (checks: readonly FieldCheck[]) => {
  const wrong = new Set(checks.filter((check) => !isRight(check)).map(({ case_id }) => case_id));
  const tried = FIELD_CASES.filter(({ id }) => checks.some(({ case_id }) => case_id === id));
  return { cases: FIELD_CASES.length, tried: tried.length, right: tried.filter(({ id }) => !wrong.has(id)).length };
};
