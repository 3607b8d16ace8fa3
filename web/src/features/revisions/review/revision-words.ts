import type { PublishedRevision } from '@overture/contract/revisions';
import { t } from './texts.ts';

/** 'Revision 4' for what left with the text of a later flow; null for the one a campaign was started with. */
export function revisionWords(number: number | null): string | null {
  return number === null || number === 1 ? null : t('revision', { number });
}

/** Messages that left with the words of later revisions. */
export const countSentSince = (revisions: readonly PublishedRevision[], number: number): number =>
  revisions.filter((one) => one.number > number).reduce((sum, { sent }) => sum + sent, 0);
