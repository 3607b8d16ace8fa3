import { cutText, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** What a report names that may be a mail of ours, beside the Message-ID of the one that came back. */
export interface ReturnedTraces {
  /** Everything in angle brackets with an @: ids of the mail, of those that it answers, and addresses. */
  ids: string[];
  /** Words that may be the name of a mail in a server's queue. */
  words: string[];
}

const MOST_IDS = 50;
const MOST_WORDS = 300;

/** @param text of a report: its status, the head of the mail that came back, and its letter */
export function readTraces(text: string): ReturnedTraces {
  const given = cutText(text, TEXT_BOUNDS.mail_text);
  const ids = new Set<string>();
  for (const [, id = ''] of given.matchAll(/<([^<>\s@]{1,250}@[^<>\s@]{1,250})>/g)) {
    if (ids.size < MOST_IDS) ids.add(id);
  }
  const words = new Set<string>();
  for (const [word] of given.matchAll(/[A-Za-z0-9][\w.-]{5,99}/g)) {
    if (words.size < MOST_WORDS && /\d/.test(word)) words.add(word.replace(/[.-]{1,10}$/, ''));
  }
  return { ids: [...ids], words: [...words] };
}

export const NO_TRACES: ReturnedTraces = { ids: [], words: [] };
