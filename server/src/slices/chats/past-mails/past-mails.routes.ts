import type { PastMail, pastMailsEndpoints } from '@overture/contract/past-mails';
import type { Context } from '../../../kernel/context.ts';
import { orNotFound } from '../../../kernel/errors.ts';
import type { RouteTable } from '../../../kernel/slice.ts';
import { findAccounts } from '../../accounts/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { listStoredMails } from './past-mails.store.ts';

export const pastMailsRoutes: RouteTable<typeof pastMailsEndpoints> = {
  listPastMails: async (ctx, { params }) => ({ mails: await listPastMails(ctx, params.id) }),
};

/** @throws not_found */
async function listPastMails(ctx: Pick<Context, 'read'>, prospectId: number): Promise<PastMail[]> {
  return ctx.read(async (tx) => {
    orNotFound((await findProspects(tx, [prospectId]))[0]);
    const rows = await listStoredMails(tx, prospectId);
    const accounts = await findAccounts(tx, [...new Set(rows.flatMap(({ account_id }) => account_id ?? []))]);
    return rows.map(({ account_id, sent_at, ...mail }) => {
      const account = accounts.find(({ id }) => id === account_id);
      return {
        ...mail,
        account: account ? { id: account.id, name: account.name, email: account.email } : null,
        sent_at: sent_at.toISOString(),
      };
    });
  });
}
