import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { CREDIT_CAP_MAX } from '@overture/domain/money/credits';
import { z } from 'zod';
import { endpoint, idSchema } from './endpoint.ts';

const credits = z.number().int().min(0).max(CREDIT_CAP_MAX).nullable();

const personSchema = z.object({
  user_id: z.number().int(),
  name: z.string(),
  /** Used or reserved by work that this person began this month. */
  used: z.number().int(),
  /** Null for none. */
  cap: z.number().int().nullable(),
});
export type PersonCap = z.output<typeof personSchema>;

const clientCap = z.object({ cap: z.number().int().nullable(), used: z.number().int() });

const peopleAnswer = z.object({
  /** Months are those of this zone. */
  time_zone: z.string(),
  people: z.array(personSchema).max(LIST_LIMITS.members),
  /** Of the whole organization, as its agency set it. */
  organization: clientCap,
});

/** What people may use of the credits in a month. */
export const creditCapsEndpoints = {
  listCreditCaps: endpoint('GET /organization/credits/caps/', {
    summary: 'What each person used of the credits this month, and what they may use at most',
    shows: ['credit_caps'],
    roles: RIGHTS.billing,
    ok: peopleAnswer,
  }),
  setCreditCap: endpoint('PUT /organization/credits/caps/{userId}/', {
    recorded: { event: 'setting_changed', subject: 'setting' },
    summary: 'Set or remove the monthly cap of a person; what was used already stays used',
    touches: ['credit_caps'],
    roles: RIGHTS.billing,
    params: z.object({ userId: idSchema }),
    body: z.object({ credits }),
    ok: peopleAnswer,
  }),
};

/** The same for a client, set by its agency. */
export const clientCapEndpoints = {
  getClientCreditCap: endpoint('GET /agency/clients/{id}/credit-cap/', {
    summary: 'What a client used of its credits this month, and what it may use at most',
    shows: ['credit_caps'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: clientCap,
  }),
  setClientCreditCap: endpoint('PUT /agency/clients/{id}/credit-cap/', {
    summary: 'Set or remove the monthly cap of a client',
    touches: ['credit_caps'],
    roles: RIGHTS.agency,
    for_agencies: true,
    body: z.object({ credits }),
    errors: ['client_gone'],
    ok: clientCap,
  }),
};
