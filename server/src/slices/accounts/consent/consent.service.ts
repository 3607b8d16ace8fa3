import { isProviderError } from '@overture/adapters/kit/errors';
import type { OauthProvider } from '@overture/adapters/mailbox/mailbox.port';
import type { MailOauthPort, OauthTokens } from '@overture/adapters/mailbox/mailbox-oauth.port';
import type { Account } from '@overture/contract/accounts';
import { dailyLimitBounds, EMAIL_ACCOUNT_TYPES, labelAccountType } from '@overture/domain/accounts';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Config } from '../../../kernel/config.ts';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import {
  type ConsentKind,
  consumeConsent,
  findConsentHost as findReturnHost,
  startConsent,
} from '../../../kernel/oauth/consents.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { hostOfRequest } from '../../brand-hosts/index.ts';
import { sealConnection } from '../../mailbox-connections/index.ts';
import { offerMailbox } from '../../mailbox-leases/index.ts';
import { announceStatus, recordConnected } from '../account-status.service.ts';
import { findOwnDomainCap, presentAccount, takesBaseSlot } from '../accounts.rules.ts';
import * as store from '../accounts.store.ts';
import { checkSlot, requireFreeSlot } from '../slots.service.ts';
import { endConsent } from './consent-end.service.ts';

/** Google and Microsoft mailboxes: the consent page, its callback, and storing the sender. */
export const consentKind: ConsentKind = { table: 'mailbox_consents', purpose: 'mailbox-consent' };

type Consent = {
  account_type: OauthProvider;
  /** The sender that is connected again. */
  account_id: number | null;
};

/** The redirect address registered with the providers. Users of a brand's host are redirected there from here. */
export const RETURN_PATH = '/connect-email/callback';
const returnPage = (config: Pick<Config, 'APP_URL'>): string => config.APP_URL + RETURN_PATH;

/** See `kernel/oauth/consents`. */
export const findConsentHost = (ctx: SystemContext, state: string): Promise<string | null> =>
  findReturnHost(ctx, consentKind, state);

export interface ConsentReturn {
  state: string;
  code?: string | null | undefined;
  error?: string | null | undefined;
  error_description?: string | null | undefined;
}

/** Address of the provider's page of consent, for a new sender. @throws ApiError of the plan, not_configured, rate_limited */
export async function requestConsent(ctx: SessionContext, type: OauthProvider): Promise<string> {
  await requireFreeSlot(ctx, 'email');
  return createPage(ctx, type, null);
}

/** The same for a sender that is connected again; it needs no free place. */
export async function requestConsentAgain(ctx: SessionContext, account: store.AccountRow): Promise<string> {
  return createPage(ctx, account.account_type as OauthProvider, account);
}

async function createPage(ctx: SessionContext, type: OauthProvider, account: store.AccountRow | null): Promise<string> {
  const oauth = requireConfigured(ctx, type);
  const subject: Consent = { account_type: type, account_id: account?.id ?? null };
  const { state, code_challenge } = await startConsent(ctx, consentKind, subject, await hostOfRequest(ctx.system));
  return oauth.createAuthorizationUrl({
    state,
    code_challenge,
    redirect_uri: returnPage(ctx.config),
    login_hint: account?.email ?? null,
  });
}

function requireConfigured(ctx: Pick<Context, 'ports'>, type: OauthProvider): MailOauthPort {
  const oauth = ctx.ports.mail_oauth[type];
  if (oauth.is_configured) return oauth;
  const settings = oauth.missing_settings.join(' and ');
  throw new ApiError('not_configured', { vendor: labelAccountType(type), settings });
}

/** Turns the provider's callback into a sender or an error message. The state is used up in either case. */
export async function finishConsent(ctx: SessionContext, given: ConsentReturn): Promise<Account> {
  const consent = await consumeConsent<Consent>(ctx, consentKind, given.state);
  if (consent === null) throw new ApiError('consent_expired');
  const provider = labelAccountType(consent.account_type);
  const oauth = requireConfigured(ctx, consent.account_type);
  if (!given.code) throw toRefusal(ctx, oauth, provider, given);
  const tokens = await exchange(ctx, oauth, provider, {
    code: given.code,
    code_verifier: consent.code_verifier,
  });
  const profile = await oauth.readProfile(tokens.access_token).catch((error: unknown) => {
    throw isProviderError(error) ? failed(ctx, provider, error.reason) : error;
  });
  const email = normalizeEmail(profile.email);
  if (email === null) throw failed(ctx, provider, 'The mailbox has no address.');
  try {
    return await keep(ctx, consent, { email, name: profile.name, tokens });
  } catch (error) {
    // Consent without a sender is revoked: it could never be used or revoked later.
    await endConsent(ctx.system, consent.account_type, email, tokens.refresh_token).catch(() => undefined);
    throw error;
  }
}

function toRefusal(ctx: SessionContext, oauth: MailOauthPort, provider: string, given: ConsentReturn): ApiError {
  const answer = { error: given.error ?? '', error_description: given.error_description ?? '' };
  const refusal = oauth.readRefusal(answer);
  if (refusal === 'denied') return new ApiError('consent_denied', { provider });
  if (refusal === 'admin_consent') {
    const page = oauth.createAdminConsentUrl(returnPage(ctx.config));
    const how = page === null ? '' : ` They can do so here: ${page}`;
    return new ApiError('consent_needs_admin', { provider, how });
  }
  return failed(ctx, provider, answer.error_description || answer.error);
}

async function exchange(
  ctx: SessionContext,
  oauth: MailOauthPort,
  provider: string,
  given: { code: string; code_verifier: string },
): Promise<OauthTokens> {
  try {
    return await oauth.exchangeCode({ ...given, redirect_uri: returnPage(ctx.config) });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.code === 'missing_scopes') throw new ApiError('consent_incomplete', { provider });
    throw failed(ctx, provider, error.reason);
  }
}

function failed(ctx: Pick<Context, 'log'>, provider: string, reason: string): ApiError {
  ctx.log.info({ provider, reason }, 'a mailbox was not connected');
  return new ApiError('consent_failed', { provider, reason: cutText(reason, 300) });
}

async function keep(ctx: SessionContext, consent: Consent, granted: Granted): Promise<Account> {
  try {
    return await ctx.transaction(async (tx) => {
      await store.lockConnecting(tx, tx.organization.id);
      const row = await place(tx, ctx, consent, granted);
      tx.live.publish('account_connected', { account_id: row.id });
      await recordConnected(tx, row);
      announceStatus(tx, row.id, row.status);
      return presentAccount(row, undefined, tx.clock.now());
    });
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new ApiError('mailbox_connected_already');
    throw error;
  }
}

interface Granted {
  email: string;
  name: string | null;
  tokens: OauthTokens;
}

/** The same mailbox signed in again is the same sender; another one on a reconnect is an error, not a second sender. */
async function place(
  tx: TransactionContext,
  ctx: SessionContext,
  consent: Consent,
  { email, name, tokens }: Granted,
): Promise<store.AccountRow> {
  const { account_type } = consent;
  const sealed_connection = sealConnection(tx, { type: account_type, email, tokens });
  const again = consent.account_id === null ? null : orNotFound(await store.findAccount(tx, consent.account_id));
  if (again && again.email?.toLowerCase() !== email)
    throw new ApiError('consent_other_mailbox', { chosen: email, expected: again.email ?? '' });
  const known = again ?? (await store.findAccountByEmail(tx, tx.organization.id, [account_type], email));
  if (known) {
    const row = orNotFound(await store.replaceConnection(tx, known.id, { name: known.name, sealed_connection }));
    await offerMailbox(tx, row, true);
    return row;
  }
  // The same mailbox by IMAP would be read and written to twice.
  const other = await store.findAccountByEmail(tx, tx.organization.id, EMAIL_ACCOUNT_TYPES, email);
  if (other) throw new ApiError('mailbox_connected_already');
  const others = await checkSlot(tx, ctx.user, 'email');
  const mailbox: store.NewAccount = {
    organization_id: tx.organization.id,
    account_type,
    name: name ?? email.slice(0, email.lastIndexOf('@')),
    email,
    is_base_account: takesBaseSlot(others),
    email_max_messages: dailyLimitBounds(account_type, null).email_max_messages?.max ?? 0,
    sealed_connection,
    sent_copy: tx.ports.mailbox.knownSentCopy(account_type),
    own_domain_max_messages: findOwnDomainCap(await store.listAccounts(tx, tx.organization.id), email),
  };
  const row = (await store.reviveMailbox(tx, mailbox)) ?? (await store.insertAccount(tx, mailbox));
  await offerMailbox(tx, row, false);
  return row;
}
