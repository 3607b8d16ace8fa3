import type { pastContactsEndpoints } from '@overture/contract/past-contacts';
import { orNotFound } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import { findProspects } from '../prospects/index.ts';
import { listContacts } from './past-contacts.store.ts';

export const pastContactsRoutes: RouteTable<typeof pastContactsEndpoints> = {
  listPastContacts: (ctx, { params }) =>
    ctx.read(async (tx) => {
      orNotFound((await findProspects(tx, [params.id]))[0]);
      const rows = await listContacts(tx, params.id);
      const contacts = rows.map((row) => ({ ...row, last_contacted_at: row.last_contacted_at?.toISOString() ?? null }));
      return { contacts };
    }),
};
