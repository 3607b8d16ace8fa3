export { mailNotices, noticesSlice } from './notices.service.ts';
export { insertManagerNotices, insertNotice } from './notices.store.ts';
