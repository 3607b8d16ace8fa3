import type { PlannedStep, SequenceMessage } from '@overture/contract/sequence-writing';
import type { FormattedTexts } from '@overture/domain/flow/flow';

export interface MessageTexts {
  subject_line: string;
  message: string;
}

/** A text of a step, and what it rests on. */
export interface Version extends MessageTexts, Pick<SequenceMessage, 'claims' | 'left_out' | 'why'> {
  /** A person changed it. */
  is_edited: boolean;
}

export interface Card {
  step: PlannedStep;
  state: 'waiting' | 'writing' | 'written' | 'failed' | 'stopped';
  /** In words, of `failed`. */
  error: string | null;
  /** The newest last. */
  versions: readonly Version[];
  /** Resets the fields, which read their text once. */
  revision: number;
  is_used: boolean;
  /** What the step says now if another user changed it, with its version. */
  theirs: StoredTexts | null;
  /** What was put into the step here. */
  stored: StoredTexts | null;
}

/** What a step says, with its version. */
export interface StoredTexts extends MessageTexts {
  version: number;
  formatted_texts: FormattedTexts | null;
}

export function makeCard(step: PlannedStep): Card {
  return { step, state: 'waiting', error: null, versions: [], revision: 0, is_used: true, theirs: null, stored: null };
}

export const newestOf = (card: Card): Version | undefined => card.versions.at(-1);

/** Enough to undo what people do, and little enough to keep in a page. */
const MOST_VERSIONS = 20;

/** A text that the model wrote, on top of those before. */
export function addWritten(card: Card, written: SequenceMessage): Card {
  const { subject_line, message, claims, left_out, why } = written;
  const versions = [...card.versions, { subject_line, message, claims, left_out, why, is_edited: false }].slice(
    -MOST_VERSIONS,
  );
  return { ...card, state: 'written', error: null, versions, revision: card.revision + 1 };
}

/** The first change by hand keeps what the model wrote below it; later ones belong to the same change. */
export function editCard(card: Card, texts: Partial<MessageTexts>): Card {
  const newest = newestOf(card);
  if (newest === undefined) return card;
  const edited = { ...newest, ...texts, is_edited: true };
  const kept = newest.is_edited ? card.versions.slice(0, -1) : card.versions;
  return { ...card, versions: [...kept, edited].slice(-MOST_VERSIONS) };
}

export function undoCard(card: Card): Card {
  if (card.versions.length < 2) return card;
  return { ...card, versions: card.versions.slice(0, -1), revision: card.revision + 1 };
}

/** A text that a rule wrote: kept like a change by hand, and the fields show it. */
export function fixCard(card: Card, texts: MessageTexts): Card {
  const newest = newestOf(card);
  if (newest === undefined) return card;
  const versions = [...card.versions, { ...newest, ...texts, is_edited: true }].slice(-MOST_VERSIONS);
  return { ...card, versions, revision: card.revision + 1 };
}

/** A text that is not in the flow yet. */
export function isUnsaved(card: Card): boolean {
  const newest = newestOf(card);
  const { stored } = card;
  return newest !== undefined && (newest.message !== stored?.message || newest.subject_line !== stored.subject_line);
}

/** In the flow now: it is put there again only if a person chooses so. */
export function storeCard(card: Card, stored: StoredTexts): Card {
  return { ...card, theirs: null, is_used: false, stored };
}

export const canUse = (card: Card): boolean => card.is_used && (newestOf(card)?.message.trim() ?? '') !== '';
