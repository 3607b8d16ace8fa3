export { HeldSenders, useHeldSenders } from './held-senders.tsx';
export { LeadsBySender } from './leads-by-sender.tsx';
export { nameSenders } from './name-senders.ts';
export { type LeadsOutcome, RemovedSendersDialog } from './removed-senders-dialog.tsx';
export { SenderPool, useOnlySender, useSenderSum } from './sender-pool.tsx';
export { hasSeveral, settledWords } from './use-campaign-senders.ts';
