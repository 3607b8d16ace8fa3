export { changeEmails } from './emails.rules.ts';
export { addOtherEmails, byAnyEmail, findByAnyEmail, joinEmails, lockEmails } from './lead-addresses.store.ts';
