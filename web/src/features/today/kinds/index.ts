import { approvalKind } from './approval.manifest.ts';
import { callKind } from './call.manifest.ts';
import { draftKind } from './draft.manifest.ts';
import { linkedinKind } from './linkedin.manifest.ts';
import { optOutKind } from './opt-out.manifest.ts';
import { reminderKind } from './reminder.manifest.ts';
import { reviewKind } from './review.manifest.ts';
import type { TodayKindView } from './today-kind.ts';
import { unconfirmedKind } from './unconfirmed.manifest.ts';
import { unmatchedKind } from './unmatched.manifest.ts';

/** Kinds that the page can show; those of a newer server are left out. */
export const KIND_VIEWS: ReadonlyMap<string, TodayKindView> = new Map(
  [
    callKind,
    linkedinKind,
    draftKind,
    reminderKind,
    optOutKind,
    reviewKind,
    unmatchedKind,
    unconfirmedKind,
    approvalKind,
  ].map((view) => [view.kind, view]),
);
