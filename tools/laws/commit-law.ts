const LONGEST = 72;
const TYPES = 'feat|fix|refactor|perf|test|docs|style|chore|build|ci|bench|revert';
/** An imperative ends in neither -s, -ed nor -ing; these words do all the same. */
const ALL_THE_SAME =
  /^(focus|process|pass|miss|address|cross|press|discuss|bypass|embed|need|feed|speed|exceed|bring|ping|shed)$/i;

/** What is wrong with the subject of a commit; null when it says in the imperative what the commit does. */
export function findSubjectProblem(subject: string): string | null {
  const verb = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9-]+\\))?!?: (\\S+)`).exec(subject)?.[1];
  if (!verb) return 'must look like type(scope): what it does';
  if (subject.length > LONGEST) return `is ${subject.length} characters long, at most ${LONGEST}`;
  if (/(?:ed|ing|[^s]s)$/i.test(verb) && !ALL_THE_SAME.test(verb)) return `says "${verb}", not what it does`;
  return null;
}
