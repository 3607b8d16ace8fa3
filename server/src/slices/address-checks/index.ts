import type { Slice } from '../../kernel/slice.ts';
import { pruneOld } from './address-checks.store.ts';
import { checkEnteredAddress, checkFoundAddresses } from './first-mails.service.ts';
import { beginImportCheck, checkAddresses } from './import-checks.service.ts';

export { addressChecksRoutes } from './address-checks.routes.ts';
export { isStoppedAddress } from './address-checks.store.ts';
export { decideFirstMails } from './first-mails.service.ts';
export { reverifyAddress, verifyDueAddresses } from './verify-address.service.ts';

export const addressChecksSlice: Slice = {
  name: 'address-checks',
  on: {
    contacts_looked_up: checkFoundAddresses,
    lead_email_entered: checkEnteredAddress,
    leads_imported: beginImportCheck,
  },
  loops: [
    { name: 'address-checks', interval_in_ms: 1000, run: checkAddresses },
    { name: 'old-address-checks', interval_in_ms: 3_600_000, run: (ctx) => ctx.systemTransaction(pruneOld) },
  ],
};
