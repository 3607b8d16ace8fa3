import { ReleaseError } from './versions.ts';

export interface Commit {
  sha: string;
  subject: string;
  body: string;
}

/** In this order, as Keep a Changelog has them and with the notes for operators last. */
const HEADINGS = ['Added', 'Changed', 'Fixed', 'Security', 'Upgrade notes'] as const;
type Heading = (typeof HEADINGS)[number];
type Lines = Partial<Record<Heading, string[]>>;

const SUBJECT = /^(feat|fix|perf)(?:\(([a-z0-9-]+)\))?(!)?: (.+)$/;
const HEADING_OF: Record<string, Heading> = { feat: 'Added', perf: 'Changed', fix: 'Fixed' };
/** What users of the product never see. */
const INNER_SCOPES = new Set(['bench', 'ci', 'docs', 'e2e', 'laws', 'proofs', 'sandbox', 'test', 'tests', 'tools']);

/** Whether programs or operators must change something. */
export const isBreaking = ({ subject, body }: Commit): boolean =>
  SUBJECT.exec(subject)?.[3] === '!' || /^BREAKING CHANGE: /m.test(body);

/** A line for each commit that users can notice, in the order in which they were made: a draft to be edited. */
export function draftLines(commits: readonly Commit[]): Lines {
  const lines: Lines = {};
  for (const commit of commits) {
    const [, type = '', scope = '', , text = ''] = SUBJECT.exec(commit.subject) ?? [];
    if (type === '' || INNER_SCOPES.has(scope)) continue;
    const heading = isBreaking(commit) ? 'Upgrade notes' : scope === 'security' ? 'Security' : HEADING_OF[type]!;
    const line = `${scope === '' ? '' : `${capitalize(scope.replaceAll('-', ' '))}: `}${scope === '' ? capitalize(text) : text}.`;
    lines[heading] = [...new Set([...(lines[heading] ?? []), line])];
  }
  return lines;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The words below `## HEADING`, without the heading. */
export function findSection(changelog: string, heading: string): string {
  const start = changelog
    .split('\n')
    .findIndex((line) => line === `## ${heading}` || line.startsWith(`## ${heading} (`));
  if (start === -1) throw new ReleaseError(`CHANGELOG.md has no section "## ${heading}".`);
  const rest = changelog.split('\n').slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
}

function parseSection(text: string): Lines {
  const lines: Lines = {};
  let heading: Heading | null = null;
  for (const line of text.split('\n').filter(Boolean)) {
    const named = /^### (.+)$/.exec(line)?.[1];
    if (named !== undefined && !HEADINGS.includes(named as Heading))
      throw new ReleaseError(`CHANGELOG.md: "### ${named}" is none of ${HEADINGS.join(', ')}.`);
    if (named !== undefined) heading = named as Heading;
    else if (heading === null) throw new ReleaseError(`CHANGELOG.md: "${line}" comes before any "### ".`);
    // A line of its own, or one that continues the last.
    else lines[heading] = [...(lines[heading] ?? []), line.replace(/^- /, '')];
  }
  return lines;
}

export const isUnwritten = (changelog: string): boolean => findSection(changelog, 'Unreleased') === '';

/**
 * The changelog of a release: what is below "Unreleased" becomes its section, with more lines after those.
 * @throws ReleaseError where nothing is to be said
 */
export function releaseChangelog(
  changelog: string,
  { version, date, more }: { version: string; date: string; more: Lines[] },
): string {
  const written = parseSection(findSection(changelog, 'Unreleased'));
  const merged = HEADINGS.flatMap((heading) => {
    const lines = [written, ...more].flatMap((one) => one[heading] ?? []);
    return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}`];
  });
  if (merged.length === 0) throw new ReleaseError('There is nothing to release: no line and no commit for users.');
  const [before = ''] = changelog.split('\n## Unreleased\n');
  const after = changelog.slice(before.length + '\n## Unreleased\n'.length);
  const next = after.search(/^## /m);
  const older = next === -1 ? '' : `\n${after.slice(next)}`;
  return `${before}\n## Unreleased\n\n## ${version} (${date})\n\n${merged.join('\n\n')}\n${older}`;
}
