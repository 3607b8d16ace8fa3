import { RIGHTS } from '@overture/domain/access/permissions';
import { z } from 'zod';
import { done, endpoint } from './endpoint.ts';

const addressCheckSettingsSchema = z.object({
  /** Somebody can be asked whether addresses exist; without, all are written to. */
  can_verify: z.boolean(),
  /** Addresses that may not exist get up to a tenth of a sender's day; otherwise they wait. */
  sends_risky: z.boolean(),
});
export type AddressCheckSettings = z.output<typeof addressCheckSettingsSchema>;

export const addressChecksEndpoints = {
  getAddressChecks: endpoint('GET /address-checks/', {
    summary: 'Whether addresses are verified before the first mail, and what becomes of those that may not exist',
    ok: addressCheckSettingsSchema,
  }),
  setAddressChecks: endpoint('PUT /address-checks/', {
    recorded: { event: 'setting_changed' },
    summary: 'Whether addresses that may not exist are written to',
    roles: RIGHTS.settings,
    body: z.object({ sends_risky: z.boolean() }),
    ok: addressCheckSettingsSchema,
  }),
  acceptAddress: endpoint('POST /prospects/{id}/accept-address/', {
    summary: "Write to a lead's address whatever was found out about it; its campaigns go on within seconds",
    roles: RIGHTS.work,
    errors: ['bad_request'],
    ok: done,
  }),
};
