export { changeEmails } from './emails.rules.ts';
export {
  addOtherEmails,
  byAnyEmail,
  findByAnyEmail,
  joinEmails,
  lockEmails,
  removeOtherEmails,
} from './lead-addresses.store.ts';
