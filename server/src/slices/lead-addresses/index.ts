export { changeEmails } from './emails.rules.ts';
export {
  addOtherEmails,
  byAnyEmail,
  findByAnyEmail,
  findSharers,
  joinEmails,
  lockEmails,
  removeOtherEmails,
} from './lead-addresses.store.ts';
