export { SenderLimits, SenderName, senderMeta } from './sender-cells.tsx';
export { SendersPage } from './senders-page.tsx';
export { t as accountsTexts } from './texts.ts';
export { refetchSenders, sendersQuery, useSenders } from './use-senders.ts';
