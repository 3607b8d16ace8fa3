import type { LeadSnippet } from '@overture/contract/ai-segments';
import { namedResearch, type TaskName } from '@overture/domain/message/resolve';
import { parseSegments } from '@overture/domain/message/tokens';

/** Snippets a message names, in their order, each once. */
export function namedSnippets(template: { message: string; subject_line: string }): { id: number; name: string }[] {
  const segments = parseSegments(`${template.subject_line}\n${template.message}`);
  const named = segments.flatMap((segment) =>
    segment.kind === 'snippet' ? [[segment.id, { id: segment.id, name: segment.name }] as const] : [],
  );
  return [...new Map(named).values()];
}

/** Research tasks whose results a message or its fallback uses, without duplicates. */
export function namedTasks(
  template: Partial<Record<'message' | 'subject_line' | 'placeholder_message', string | null>>,
): TaskName[] {
  const texts = [template.message, template.subject_line, template.placeholder_message];
  return [...new Set(texts.flatMap((text) => (text ? namedResearch(text) : [])))];
}

/** Texts of snippets for looking at a message: one that is still to be written shows its name in its place. */
export function shownSnippets(snippets: readonly LeadSnippet[]): Map<number, string | null> {
  return new Map(snippets.map((snippet) => [snippet.id, isToCome(snippet) ? `[${snippet.name}]` : snippet.text]));
}

/** True for a snippet that may still be written. */
function isToCome({ state }: Pick<LeadSnippet, 'state'>): boolean {
  return state === null || state === 'wanted' || state === 'queued' || state === 'running';
}

/** Why snippets are not in a message, in words for the timeline. */
export function describeLeftOut(snippets: readonly LeadSnippet[], hasFallback: boolean): string[] {
  return snippets.flatMap(({ name, state, reason }) => {
    if (state !== 'nothing' && state !== 'failed' && state !== 'no_credits') return [];
    const instead = hasFallback ? 'the fallback message takes its place' : 'there is no fallback message';
    return [`AI snippet “${name}” could not be used, ${instead}. ${reason ?? ''}`.trim()];
  });
}
