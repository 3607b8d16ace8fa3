export { EventTable } from './event-table.tsx';
export { SecurityLogPage } from './security-log-page.tsx';
