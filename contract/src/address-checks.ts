import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint } from './endpoint.ts';

const addressCheckSettingsSchema = z.object({
  /** True when a verification service is configured; without one, mails go to every address. */
  can_verify: z.boolean(),
});

const importCheckSchema = z.object({
  import_id: z.number().int(),
  file_name: z.string(),
  /** `paused`: the verification service is unavailable, `reason` says why. */
  state: z.enum(['checking', 'paused', 'stopped', 'finished']),
  reason: z.string(),
  /** How many are to be checked; it rises until `is_collected`. */
  total: z.number().int(),
  is_collected: z.boolean(),
  checked: z.number().int(),
  /** Of those checked: do not exist; may not exist. */
  invalid: z.number().int(),
  risky: z.number().int(),
});
export type ImportCheck = z.output<typeof importCheckSchema>;

export const addressChecksEndpoints = {
  getAddressChecks: endpoint('GET /address-checks/', {
    summary: 'Whether addresses are verified before the first mail',
    shows: ['organization_settings'],
    ok: addressCheckSettingsSchema,
  }),
  acceptAddress: endpoint('POST /prospects/{id}/accept-address/', {
    summary: "Write to a lead's address despite its check result; its campaigns continue within seconds",
    touches: ['leads', 'campaign_leads', 'chats'],
    roles: RIGHTS.work,
    errors: ['bad_request'],
    ok: done,
  }),
  listImportChecks: endpoint('GET /searches/{id}/address-checks/', {
    summary:
      'How far the checks of imported addresses of a list are: those under way, and those that ended within the last hour',
    shows: ['address_checks'],
    feature: 'lead_lists_enabled',
    ok: z.object({ checks: z.array(importCheckSchema).max(LIST_LIMITS.import_checks) }),
  }),
  stopImportCheck: endpoint('POST /imports/{id}/address-checks/stop/', {
    summary: 'Ask about no more addresses of an import; what was found out stays',
    touches: ['address_checks'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    ok: importCheckSchema,
  }),
  continueImportCheck: endpoint('POST /imports/{id}/address-checks/continue/', {
    summary: 'Resume the paused address checks of an import',
    touches: ['address_checks'],
    roles: RIGHTS.work,
    feature: 'lead_lists_enabled',
    ok: importCheckSchema,
  }),
};
