import type { ImapConnection } from '@overture/adapters/mailbox/mailbox.port';
import type { Account, accountsEndpoints } from '@overture/contract/accounts';
import { dailyLimitBounds, EMAIL_ACCOUNT_TYPES } from '@overture/domain/accounts';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import {
  findMailProvider,
  findMailProviderByMx,
  guessMailServers,
  type MailProvider,
} from '@overture/domain/addresses/mail-providers';
import type { z } from 'zod';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { getStoredConnection, sealConnection } from '../../mailbox-connections/index.ts';
import { offerMailbox } from '../../mailbox-leases/index.ts';
import { announceStatus, recordConnected } from '../account-status.service.ts';
import { findOwnDomainCap, presentAccount, takesBaseSlot } from '../accounts.rules.ts';
import * as store from '../accounts.store.ts';
import { checkSlot, type Slots } from '../slots.service.ts';

/** Failed sign-ins an organization may try: enough for a person, too few to guess passwords or scan hosts with. */
const failuresPerHour = 40;

type ConnectInput = z.output<(typeof accountsEndpoints)['connectMailbox']['body']>;
/** Mail exchangers of a domain, best first; empty when there are none or DNS fails. */
export type FindMailExchangers = (domain: string) => Promise<string[]>;

/**
 * Signs in to both servers and stores the mailbox only if both accept. The network calls come before the transaction; plan and duplicates
 * are checked before them (to spare the user the wait) and again inside it.
 */
export async function connectMailbox(ctx: SessionContext, input: ConnectInput): Promise<Account> {
  const email = normalizeEmail(input.email);
  if (email === null) throw new ApiError('validation_failed', {}, { email: 'must be an email address' });
  await ctx.transaction((tx) => checkConnectable(tx, ctx, email, input.account_id ?? null));
  const connection: ImapConnection = { type: 'IMAP', email, imap: input.imap, smtp: input.smtp };
  await verify(ctx, connection);
  const sealed = sealConnection(ctx, connection);
  try {
    return await ctx.transaction((tx) =>
      storeMailbox(tx, ctx, { name: input.name, connection, sealed, account_id: input.account_id ?? null }),
    );
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new ApiError('mailbox_connected_already');
    throw error;
  }
}

async function checkConnectable(
  tx: TransactionContext,
  ctx: SessionContext,
  email: string,
  accountId: number | null,
): Promise<Slots | null> {
  if (accountId !== null) {
    const row = orNotFound(await store.findAccount(tx, accountId));
    if (row.account_type !== 'IMAP') throw new ApiError('not_found');
    if (row.email?.toLowerCase() !== email) {
      throw new ApiError('validation_failed', {}, { email: `must be ${row.email}: another address is another sender` });
    }
    return null;
  }
  if (await store.findAccountByEmail(tx, tx.organization.id, EMAIL_ACCOUNT_TYPES, email))
    throw new ApiError('mailbox_connected_already');
  return checkSlot(tx, ctx.user, 'email');
}

async function verify(
  ctx: Pick<Context, 'ports' | 'rate_limits' | 'organization'>,
  connection: ImapConnection,
): Promise<void> {
  const key = String(ctx.organization.id);
  // Counted before the call: parallel tries must not exceed the limit.
  await ctx.rate_limits.spend('mailbox-connect', key, failuresPerHour, 3600);
  const verified = await ctx.ports.mailbox.verifyMailbox(connection);
  if (!verified.ok) throw new ApiError('mailbox_refused', { protocol: verified.failed, reason: verified.reason });
  await ctx.rate_limits.giveBack('mailbox-connect', key, failuresPerHour, 3600);
}

interface VerifiedInput {
  name: string;
  connection: ImapConnection;
  sealed: Buffer;
  account_id: number | null;
}

async function storeMailbox(tx: TransactionContext, ctx: SessionContext, given: VerifiedInput): Promise<Account> {
  await store.lockConnecting(tx, tx.organization.id);
  const slots = await checkConnectable(tx, ctx, given.connection.email, given.account_id);
  const row = slots
    ? await addMailbox(tx, given, slots)
    : await reconnectMailbox(tx, given, orNotFound(given.account_id));
  tx.live.publish('account_connected', { account_id: row.id });
  await recordConnected(tx, row);
  announceStatus(tx, row.id, row.status);
  return presentAccount(row, undefined, tx.clock.now());
}

async function addMailbox(tx: TransactionContext, given: VerifiedInput, slots: Slots): Promise<store.AccountRow> {
  const mailbox: store.NewAccount = {
    organization_id: tx.organization.id,
    account_type: 'IMAP',
    name: given.name,
    email: given.connection.email,
    is_base_account: takesBaseSlot(slots),
    email_max_messages: dailyLimitBounds('IMAP', null).email_max_messages?.max ?? 0,
    sealed_connection: given.sealed,
    sent_copy: null,
    own_domain_max_messages: findOwnDomainCap(await store.listAccounts(tx, tx.organization.id), given.connection.email),
  };
  const row = (await store.reviveMailbox(tx, mailbox)) ?? (await store.insertAccount(tx, mailbox));
  await offerMailbox(tx, row, false);
  return row;
}

async function reconnectMailbox(tx: TransactionContext, given: VerifiedInput, id: number): Promise<store.AccountRow> {
  // Sealed with another SECRET_KEY it can't be opened: the mailbox is then read from the start.
  const before = await getStoredConnection(tx, id).catch(() => null);
  const row = orNotFound(await store.replaceConnection(tx, id, { name: given.name, sealed_connection: given.sealed }));
  const [was, is] = [before?.type === 'IMAP' ? before.imap : undefined, given.connection.imap];
  await offerMailbox(tx, row, was?.host.toLowerCase() === is.host.toLowerCase() && was.username === is.username);
  return row;
}

export interface GuessedServers extends Pick<MailProvider, 'imap' | 'smtp' | 'note'> {
  label: string | null;
  is_guess: boolean;
}

/** Servers for an address: the provider of its domain, else of its mail exchangers, else the usual names. */
export async function findMailServers(
  email: string,
  findMailExchangers: FindMailExchangers,
): Promise<GuessedServers | null> {
  const address = normalizeEmail(email);
  if (address === null) return null;
  const known =
    findMailProvider(address) ??
    findMailProviderByMx(await findMailExchangers(address.slice(address.lastIndexOf('@') + 1)));
  if (known) return { label: known.label, imap: known.imap, smtp: known.smtp, note: known.note, is_guess: false };
  const guessed = guessMailServers(address);
  return guessed && { label: null, ...guessed, note: null, is_guess: true };
}
