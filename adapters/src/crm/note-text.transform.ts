import { escapeHtml } from '@overture/domain/message/html';
import type { CrmNote } from './crm.port.ts';

/** A note for a CRM that shows HTML. The lead's words are text: no link, picture or form of theirs is drawn there. */
export function writeNoteHtml({ title, text, marker }: Pick<CrmNote, 'title' | 'text' | 'marker'>): string {
  const lines = (part: string): string => escapeHtml(part).replaceAll('\n', '<br>');
  return `<b>${lines(title)}</b><br>${lines(text)}<br><i>${lines(marker)}</i>`;
}

/** Whether a note is the one with this marker: `Overture #7` is not `Overture #77`. */
export function hasMarker(note: string | null | undefined, marker: string): boolean {
  return (note ?? '')
    .split(marker)
    .slice(1)
    .some((rest) => !/^\d/.test(rest));
}
