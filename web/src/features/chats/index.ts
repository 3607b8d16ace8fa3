export { ConversationPanel } from './conversation-panel.tsx';
export { InboxPage } from './inbox-page.tsx';
export { InboxTabs } from './inbox-tabs.tsx';
