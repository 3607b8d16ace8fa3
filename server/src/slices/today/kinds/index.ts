import type { TodayKind } from '../today-kind.rules.ts';
import { approvalsKind } from './approvals.store.ts';
import { callsKind } from './calls.store.ts';
import { draftsKind } from './drafts.store.ts';
import { linkedinKind } from './linkedin.store.ts';
import { optOutsKind } from './opt-outs.store.ts';
import { remindersKind } from './reminders.store.ts';
import { reviewsKind } from './reviews.store.ts';
import { unconfirmedKind } from './unconfirmed.store.ts';
import { unmatchedKind } from './unmatched.store.ts';

export { callsKind } from './calls.store.ts';

/** Everything that waits for a person, in the order in which the page counts it. */
export const TODAY_KINDS: readonly TodayKind[] = [
  callsKind,
  linkedinKind,
  draftsKind,
  remindersKind,
  optOutsKind,
  reviewsKind,
  unmatchedKind,
  unconfirmedKind,
  approvalsKind,
];
