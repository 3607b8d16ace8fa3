export { GuardNotices } from './guard-notices.tsx';
