import type { MailOauthPorts } from '@overture/adapters/mailbox/mailbox-oauth.port';
import type { AffectedCampaign, accountsEndpoints } from '@overture/contract/accounts';
import type { assistedSendersEndpoints } from '@overture/contract/linkedin-tasks';
import { isEmailAccount, labelAccountType } from '@overture/domain/accounts';
import type { TransactionContext } from '../../kernel/context.ts';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { RouteTable, SessionContext } from '../../kernel/slice.ts';
import { urlOfRequest } from '../brand-hosts/index.ts';
import { type DescribeUsage, listAccounts, removeAccount, updateAccount } from './accounts.service.ts';
import * as store from './accounts.store.ts';
import { finishConsent, requestConsent, requestConsentAgain } from './consent/consent.service.ts';
import { connectAssisted } from './linkedin/assisted-sender.service.ts';
import { createLinkedinLink } from './linkedin/linkedin-link.service.ts';
import { answerCheckpoint, signInToLinkedin } from './linkedin/linkedin-sign-in.service.ts';
import { connectMailbox, type FindMailExchangers, findMailServers } from './mailbox/mailbox.service.ts';
import { requireFreeSlot } from './slots.service.ts';

/** Facts about senders that later slices know; `app/` provides it. */
export interface AccountFacts {
  describeUsage: DescribeUsage;
  listAffectedCampaigns(tx: TransactionContext, accountId: number): Promise<AffectedCampaign[]>;
  findMailExchangers: FindMailExchangers;
}

/** The page of the web application on which a mailbox is connected, where the person is signed in. */
const connectPage = async (ctx: SessionContext): Promise<string> => `${await urlOfRequest(ctx.system)}/connect-email`;

/** The calls of `sender-domains` are served by that slice. */
export function createAccountsRoutes(
  facts: AccountFacts,
): Omit<
  RouteTable<typeof accountsEndpoints & typeof assistedSendersEndpoints>,
  'getDeliverability' | 'setDkimSelector'
> {
  return {
    listAccounts: async (ctx) => ({
      success: true,
      accounts: await withMayDelete(ctx, 'accounts', await listAccounts(ctx, facts.describeUsage)),
    }),
    updateAccount: async (ctx, { params, body }) => ({
      success: true,
      account: await updateAccount(ctx, params.id, body, facts.describeUsage),
    }),
    removeAccount: async (ctx, { params, query }) => {
      await removeAccount(ctx, params.id, query.leads);
      return { success: true };
    },
    listAffectedCampaigns: async (ctx, { params }) => ({
      campaigns: await ctx.transaction(async (tx) => {
        orNotFound(await store.findAccount(tx, params.id));
        return facts.listAffectedCampaigns(tx, params.id);
      }),
    }),
    linkLinkedin: async (ctx, { body }) => ({ url: await createLinkedinLink(ctx, body) }),
    signInToLinkedin: (ctx, { body }) => signInToLinkedin(ctx, body),
    answerLinkedinCheckpoint: (ctx, { body }) => answerCheckpoint(ctx, body),
    connectAssistedLinkedin: async (ctx, { body }) => ({ account_id: await connectAssisted(ctx, body) }),
    connectEmail: async (ctx, { body: { provider } }) => {
      if (provider === 'GOOGLE' || provider === 'MICROSOFT') return { url: await requestConsent(ctx, provider) };
      await requireFreeSlot(ctx, 'email');
      return { url: await connectPage(ctx) };
    },
    reconnectEmail: async (ctx, { body }) => ({ url: await reconnectAddress(ctx, body.account_id) }),
    finishEmailConsent: async (ctx, { body }) => ({ account: await finishConsent(ctx, body) }),
    listConnectOptions: async (ctx) => ({ options: connectOptions(ctx.ports.mail_oauth) }),
    guessMailServers: async (_ctx, { query }) => ({
      provider: await findMailServers(query.email, facts.findMailExchangers),
    }),
    connectMailbox: async (ctx, { body }) => ({ account: await connectMailbox(ctx, body) }),
  };
}

/** @throws not_found for a sender that is no mailbox of the organization */
async function reconnectAddress(ctx: SessionContext, id: number): Promise<string> {
  const row = orNotFound(await ctx.transaction((tx) => store.findAccount(tx, id)));
  if (!isEmailAccount(row.account_type)) throw new ApiError('not_found');
  return row.account_type === 'IMAP' ? `${await connectPage(ctx)}?account_id=${row.id}` : requestConsentAgain(ctx, row);
}

/** Google and Microsoft need settings of the installation; other mailboxes always work. */
function connectOptions(ports: MailOauthPorts) {
  const consented = (['GOOGLE', 'MICROSOFT'] as const).map((account_type) => {
    const { is_configured, missing_settings } = ports[account_type];
    const label = labelAccountType(account_type);
    const text = `Sign-in with ${label} is not set up on this installation. Connect the mailbox with an app password instead.`;
    return {
      account_type,
      label,
      is_available: is_configured,
      text: is_configured ? null : text,
      settings: missing_settings,
    };
  });
  return [
    ...consented,
    { account_type: 'IMAP' as const, label: labelAccountType('IMAP'), is_available: true, text: null, settings: [] },
  ];
}
