import type { LeadSnippet } from '@overture/contract/ai-segments';
import type { TransactionContext } from '../../kernel/context.ts';
import type { Segment } from './default-segments.rules.ts';
import { computeFingerprint } from './fingerprint.service.ts';
import { findSegments } from './segments.store.ts';
import {
  insertWanted,
  insertWritten,
  type SegmentText,
  type WantedText,
  type WrittenText,
  wantAgain,
} from './texts.store.ts';

type Tx = TransactionContext;

/** The texts of a message's snippets for one lead, in order, for display. */
export function presentSnippets(
  named: readonly { id: number; name: string }[],
  segments: readonly Segment[],
  texts: readonly SegmentText[],
  language: string,
): LeadSnippet[] {
  return named.map(({ id, name }) => {
    const segment = segments.find((one) => one.id === id);
    const text = texts.find(({ segment_id }) => segment_id === id);
    return presentSnippet({ id, name: segment?.name ?? name }, segment, text, language);
  });
}

function presentSnippet(
  named: { id: number; name: string },
  segment: Segment | undefined,
  text: SegmentText | undefined,
  language: string,
): LeadSnippet {
  const nothing = { state: null, text: null, reason: null, sources: [], credits: 0, is_outdated: false };
  if (text === undefined) return { ...named, ...nothing };
  const { state, reason, sources, credits, fingerprint } = text;
  const is_outdated =
    segment !== undefined && fingerprint !== null && fingerprint !== computeFingerprint(segment, language);
  return { ...named, state, text: text.text, reason, sources, credits, is_outdated };
}

/** A user wants to see the texts now: requests the missing, outdated and failed ones. */
export async function writeNow(
  tx: Pick<Tx, 'db' | 'organization'>,
  wanted: readonly WantedText[],
  texts: readonly SegmentText[],
): Promise<void> {
  const segments = await findSegments(
    tx,
    wanted.map(({ segment_id }) => segment_id),
  );
  const again = wanted.flatMap(({ segment_id, language }) => {
    const text = texts.find((one) => one.segment_id === segment_id);
    const segment = segments.find(({ id }) => id === segment_id);
    if (text === undefined || segment === undefined) return [];
    const isOutdated = text.fingerprint !== computeFingerprint(segment, language);
    return isOutdated || text.state === 'failed' || text.state === 'no_credits' ? [text.id] : [];
  });
  await wantAgain(tx, again);
  await insertWanted(tx, wanted, { is_urgent: true });
}

/** Keeps texts of one snippet that are there already, at no credits, as if they had been written now. */
export async function storeWritten(tx: Pick<Tx, 'db' | 'organization'>, texts: readonly WrittenText[]): Promise<void> {
  const segments = await findSegments(tx, [...new Set(texts.map(({ segment_id }) => segment_id))]);
  const written = texts.flatMap((text) => {
    const segment = segments.find(({ id }) => id === text.segment_id);
    return segment ? [{ ...text, fingerprint: computeFingerprint(segment, text.language) }] : [];
  });
  await insertWritten(tx, written);
}
