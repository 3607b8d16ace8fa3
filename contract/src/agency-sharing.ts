import { RIGHTS } from '@overture/domain/access/permissions';
import { AGENCY_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { endpoint, idSchema } from './endpoint.ts';

const SHARED_KINDS = ['task', 'snippet'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

const itemSchema = z.object({
  kind: z.enum(SHARED_KINDS),
  id: z.number().int(),
  name: z.string(),
  /** Instructions. */
  text: z.string(),
  /** With every client there is and will be. */
  for_all: z.boolean(),
  /** With these; empty where it is shared with all or with none. */
  client_ids: z.array(z.number().int()),
});
export type SharedItem = z.output<typeof itemSchema>;

export const agencySharingEndpoints = {
  listAgencyShares: endpoint('GET /agency/shares/', {
    summary: 'Own research tasks and AI snippets of the agency, and with which clients each is shared',
    shows: ['agency_shares'],
    roles: RIGHTS.agency,
    for_agencies: true,
    ok: z.object({ items: z.array(itemSchema).max(LIST_LIMITS.shares) }),
  }),
  setAgencyShare: endpoint('PUT /agency/shares/', {
    summary: 'Share a research task or snippet with all clients, some, or none; copies of clients stay',
    touches: ['agency_shares'],
    roles: RIGHTS.agency,
    for_agencies: true,
    body: z.object({
      kind: z.enum(SHARED_KINDS),
      id: idSchema,
      for_all: z.boolean(),
      client_ids: z.array(z.number().int().positive()).max(AGENCY_LIMITS.clients),
    }),
    ok: z.object({ item: itemSchema }),
  }),
};
