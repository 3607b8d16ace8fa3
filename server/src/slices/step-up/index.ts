export { markConfirmed, recordConfirmation, requireConfirmed, requireOwnPerson } from './step-up.store.ts';
