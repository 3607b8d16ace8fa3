import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint } from './endpoint.ts';

export const referralsEndpoints = {
  setReferralCode: endpoint('PUT /organization/referral-code/', {
    recorded: { event: 'setting_changed' },
    summary: 'Choose the referral code; it is fixed after the first sign-up with it',
    touches: ['user', 'billing'],
    roles: RIGHTS.billing,
    body: z.object({ referral_code: z.string().max(200) }),
    ok: done,
    errors: ['referral_code_taken', 'referral_code_locked'],
  }),
  listReferralUses: endpoint('GET /organization/referral-usages/', {
    summary: 'Organizations that signed up with the referral code, newest first',
    shows: ['billing'],
    roles: RIGHTS.billing,
    ok: z.object({
      usages: z
        .array(z.object({ organization_name: z.string(), created_at: z.iso.datetime() }))
        .max(LIST_LIMITS.referral_uses),
    }),
  }),
};
