export { mailNotices, noticesSlice } from './notices.service.ts';
export { insertNotice } from './notices.store.ts';
