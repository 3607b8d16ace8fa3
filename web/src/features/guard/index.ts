export { GuardNotices, useGuardStates } from './guard-notices.tsx';
