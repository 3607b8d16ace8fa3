import type { ProviderError } from '@overture/adapters/kit/errors';
import type { LinkedinImportKind } from '@overture/domain/linkedin/linkedin-import';
import { cutText } from '@overture/domain/text/text-bounds';

/** What becomes of an import whose page could not be read. */
export type Verdict =
  | { kind: 'failed'; error: string; is_disconnected: boolean }
  | { kind: 'waits'; seconds: number; words: string };

/** The source, as part of a sentence. */
const sourceWords: Record<LinkedinImportKind, string> = {
  'linkedin-post': 'LinkedIn post',
  'linkedin-group': 'LinkedIn group',
  'linkedin-search': 'LinkedIn search',
  'sales-navigator': 'Sales Navigator search',
  recruiter: 'LinkedIn Recruiter search',
};

export const MAX_TRIES = 8;
const longestWaitInSeconds = 26 * 3600;

/**
 * @param tries how often this page was tried, this time included
 * @param now by the clock that `until` of the error was measured with
 */
export function decideAfterTrouble(
  error: Pick<ProviderError, 'kind' | 'concerns' | 'code' | 'reason' | 'until'>,
  given: { kind: LinkedinImportKind; account_name: string; tries: number; now: Date },
): Verdict {
  switch (error.kind) {
    case 'auth_expired':
      if (error.concerns === 'service')
        return failed('LinkedIn is not set up correctly. Please ask your administrator.');
      return { ...failed(reconnectWords(given.account_name)), is_disconnected: true };
    case 'not_found':
      return failed(`The ${sourceWords[given.kind]} was not found, or this account cannot see it.`);
    case 'rejected':
      if (error.code === 'feature_not_subscribed') {
        return failed(`LinkedIn does not let this account read the ${sourceWords[given.kind]}.`);
      }
      return failed(`LinkedIn refused: ${error.reason}`);
    case 'rate_limited': {
      if (given.tries >= MAX_TRIES)
        return failed('LinkedIn kept asking this account to slow down. Try again tomorrow.');
      const asked = error.until ? (error.until.getTime() - given.now.getTime()) / 1000 : 0;
      const seconds = Math.max(asked, 60 * 2 ** Math.min(given.tries - 1, 6));
      return waits(seconds, 'LinkedIn asked this account to slow down.');
    }
    case 'unavailable':
    case 'unknown_outcome':
      if (given.tries >= MAX_TRIES) return failed('LinkedIn could not be reached for a long time.');
      return waits(15 * 2 ** Math.min(given.tries - 1, 6), 'LinkedIn cannot be reached right now.');
  }
}

/** The message for an empty source. */
export function emptyWords(kind: LinkedinImportKind): string {
  if (kind === 'linkedin-post') return 'This post has no reactions or comments yet.';
  if (kind === 'linkedin-group') return 'No members were found. The account must be a member of the group.';
  return 'This search has no results.';
}

/** Said when the seat is no longer healthy. */
export function reconnectWords(accountName: string): string {
  return `The LinkedIn account ${accountName} is disconnected. Reconnect it on the Senders page and import again.`;
}

const failed = (error: string): Extract<Verdict, { kind: 'failed' }> => ({
  kind: 'failed',
  error: cutText(error, 500),
  is_disconnected: false,
});
const waits = (seconds: number, words: string): Verdict => ({
  kind: 'waits',
  seconds: Math.round(Math.min(Math.max(seconds, 1), longestWaitInSeconds)),
  words,
});
