export { changeAbsence, holdForAbsence } from './absence.service.ts';
export { findAwayUntil } from './absence.store.ts';
export { holdForUnmatchedReply, releaseUnmatchedReply } from './unmatched-replies.service.ts';
