import { createHash } from 'node:crypto';
import type { Segment } from './default-segments.rules.ts';
import { findLanguage } from './writing.rules.ts';

/** Same instructions, same fingerprint: a text of another one is outdated. */
export function computeFingerprint(segment: Segment, language: string): string {
  const { instructions, amount_of_sentences, enrichment_sources } = segment;
  const said = JSON.stringify([
    instructions,
    amount_of_sentences,
    [...enrichment_sources].sort(),
    findLanguage(language),
  ]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}
