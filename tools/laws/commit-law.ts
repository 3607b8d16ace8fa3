import { BANNED_PHRASES } from './language/words.ts';

const LONGEST = 72;
const TYPES = 'feat|fix|refactor|perf|test|docs|style|chore|build|ci|bench|revert';
/** An imperative doesn't end in -s, -ed or -ing; these words are exceptions. */
const IMPERATIVES =
  /^(focus|process|pass|miss|address|cross|press|discuss|bypass|embed|need|feed|speed|exceed|bring|ping|shed)$/i;

/** What is wrong with the subject of a commit; null when it says in the imperative what the commit does, in plain words. */
export function findSubjectProblem(subject: string): string | null {
  const verb = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9-]+\\))?!?: (\\S+)`).exec(subject)?.[1];
  if (!verb) return 'must look like type(scope): what it does';
  if (subject.length > LONGEST) return `is ${subject.length} characters long, at most ${LONGEST}`;
  if (/(?:ed|ing|[^s]s)$/i.test(verb) && !IMPERATIVES.test(verb)) return `says "${verb}", not what it does`;
  return null;
}

/** The first phrase of a subject that `docs/language.md` bans. Separate, because older commits may keep theirs. */
export function findSubjectDialect(subject: string): string | null {
  const phrase = subject.match(BANNED_PHRASES)?.[0];
  return phrase === undefined ? null : `says "${phrase}" (docs/language.md)`;
}
