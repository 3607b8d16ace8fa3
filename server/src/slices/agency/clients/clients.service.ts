import type { AgencyClient, AgencyClientRow } from '@overture/contract/agency';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { AGENCY_LIMITS } from '@overture/domain/limits';
import { type ClientCreditSource, clientMonthCredits } from '@overture/domain/money/client-months';
import type { SecurityEventName } from '@overture/domain/security/events';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { SystemTransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound, sqlState, uniqueViolation } from '../../../kernel/errors.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { canMail } from '../../auth/index.ts';
import { loadMonthlyUse, saveCap } from '../../billing/index.ts';
import { getOrganizationBrand } from '../../brands/index.ts';
import { pauseAllCampaigns } from '../../campaigns/index.ts';
import { mailFirstInvitation, makeFirstInvitation, requireInvitationMails } from '../../members/index.ts';
import {
  insertClientOrganization,
  markClientCancelled,
  markClientRestored,
  updateClientExtras,
} from '../../organization-admin/index.ts';
import { wakeClientsFollower } from '../../payments/index.ts';
import { endSessionsOfOrganization } from '../../sessions/index.ts';
import { applyFeaturesToNewClient } from '../features/features.service.ts';
import { grantFirstCredits, grantRaisedCredits, loadCreditsDue } from './client-credits.service.ts';
import { findCreditSource } from './client-credits.store.ts';
import * as store from './clients.store.ts';
import { saveLogo } from './logo.service.ts';

const CREATIONS = { name: 'agency-clients', points: AGENCY_LIMITS.clients_a_day, per_seconds: 86_400 };

interface Extras {
  extra_email_accounts: number;
  extra_linkedin_accounts: number;
  extra_credits: number;
}

export interface ClientInput extends Extras {
  name: string;
  company_name: string;
  email: string;
  company_website_url: string;
  logo?: string | null | undefined;
}

export async function listClients(
  ctx: SessionContext,
): Promise<{ clients: AgencyClientRow[]; credits_from: ClientCreditSource }> {
  const rows = await ctx.read(store.listClients);
  const { credits_from, due } = await loadCreditsDue(ctx);
  return { clients: rows.map((row) => ({ ...presentRow(row), credits_due: due.get(row.id) ?? null })), credits_from };
}

/** @throws not_found for clients of others */
export async function getClient(ctx: SessionContext, id: number): Promise<AgencyClient> {
  const row = orNotFound(await ctx.read((tx) => store.findClient(tx, id)));
  const users = await ctx.read((tx) => store.listClientUsers(tx, id));
  const { credits_from, due } = await loadCreditsDue(ctx, id);
  return {
    ...presentRow(row),
    credits_due: due.get(id) ?? null,
    credits_from,
    is_open_to_agency: row.is_open_to_agency,
    users: users.map((user) => ({ ...user, last_seen_at: user.last_seen_at?.toISOString() ?? null })),
  };
}

function presentRow({
  logo_file,
  created_at,
  cancelled_at,
  erase_at,
  ...row
}: store.ClientRow): Omit<AgencyClientRow, 'credits_due'> {
  return {
    ...row,
    company_name: row.name,
    // The key says when it is another picture.
    logo: logo_file && `/api/v1/agency/clients/${row.id}/logo/?v=${encodeURIComponent(logo_file.slice(-12))}`,
    created_at: created_at.toISOString(),
    cancelled_at: cancelled_at?.toISOString() ?? null,
    erase_at: erase_at?.toISOString() ?? null,
    active_subscription_whitelabel: cancelled_at === null,
  };
}

/**
 * An organization with its first credits and an invitation for its first person; answers the link.
 * @throws client_email_taken, agency_credits_short, logo_type, logo_size, conflict for too many clients
 */
export async function createClient(
  ctx: SessionContext,
  given: ClientInput,
): Promise<{ url: string; client_id: number }> {
  const email = normalizeEmail(given.email)?.toLowerCase();
  if (!email) throw new ApiError('validation_failed', {}, { email: 'Please enter a valid email address.' });
  const agency = ctx.organization.id;
  await ctx.rate_limits.spend(CREATIONS.name, String(agency), CREATIONS.points, CREATIONS.per_seconds);
  const { url } = await getOrganizationBrand(ctx.system, agency);
  const logo = given.logo ? await saveLogo(ctx, given.logo) : null;
  try {
    return await ctx.system.systemTransaction(async (tx) => {
      await requireRoom(tx, agency);
      if (await store.isKnownAddress(tx, agency, email)) throw new ApiError('client_email_taken');
      const client_id = await insertClientOrganization(tx, {
        agency_id: agency,
        name: toSingleLine(cleanText(given.company_name)),
        website_url: toSingleLine(cleanText(given.company_website_url)),
        ...organizationExtras(given),
      });
      const contact_name = toSingleLine(cleanText(given.name));
      const { extra_credits } = given;
      await store.insertClient(tx, agency, { client_id, contact_name, email, extra_credits, logo });
      await applyFeaturesToNewClient(tx, agency, client_id);
      await grantFirstCredits(tx, { agency_id: agency, client_id, extra_credits });
      wakeClientsFollower(tx.forOrganization(agency), agency);
      await recordOfClient(ctx, tx, 'client_added', { id: client_id, name: given.company_name });
      return { url: await invite(url, tx, { id: client_id, email }), client_id };
    });
  } catch (error) {
    if (logo) await ctx.ports.files.deleteFile(logo.key);
    throw sqlState(error) === uniqueViolation ? new ApiError('client_email_taken') : error;
  }
}

/** @throws conflict for too many clients: a trial costs nothing, and each client has the limits of an organization of its own */
async function requireRoom(tx: SystemTransactionContext, agency: number): Promise<void> {
  const refuse = (reason: string) => new ApiError('conflict', { reason });
  const { clients, clients_without_plan } = AGENCY_LIMITS;
  const { in_force, cancelled } = await store.countClients(tx, agency);
  if (in_force >= clients) throw refuse(`You can have at most ${clients} clients.`);
  const source = await findCreditSource(tx, agency);
  if ((source === 'trial' || source === 'none') && in_force + cancelled >= clients_without_plan)
    throw refuse(
      `Without a plan you can have at most ${clients_without_plan} clients, including those you cancelled in the last ${AGENCY_LIMITS.cancelled_kept_in_days} days. Choose a plan to add more.`,
    );
}

const organizationExtras = ({ extra_credits, ...accounts }: Extras) => ({
  extra_email_accounts: accounts.extra_email_accounts,
  extra_linkedin_accounts: accounts.extra_linkedin_accounts,
  monthly_credits: clientMonthCredits(extra_credits),
});

/** @param url where the agency's clients find the product */
async function invite(
  url: string,
  tx: SystemTransactionContext,
  { id, email }: { id: number; email: string },
): Promise<string> {
  const days = AGENCY_LIMITS.invitation_in_days;
  return `${url}/create-password?code=${await makeFirstInvitation(tx, { organization_id: id, email, days, is_handed: true })}`;
}

/**
 * Another link while no user of the client has signed up.
 * @throws not_found, client_gone, conflict after the first sign-up
 */
export async function renewInvitation(ctx: SessionContext, id: number): Promise<string> {
  await ctx.rate_limits.spend(CREATIONS.name, String(ctx.organization.id), CREATIONS.points, CREATIONS.per_seconds);
  const { url } = await getOrganizationBrand(ctx.system, ctx.organization.id);
  return changeClient(ctx, id, async (tx, client) => {
    requireUnopened(client);
    return invite(url, tx, client);
  });
}

/**
 * Mails a new link to the address the client was added with. It proves the mailbox: unlike a link that is handed over, it asks for no code.
 * @throws not_found, client_gone, rate_limited, mail_not_sent, conflict after the first sign-up
 */
export async function mailInvitation(ctx: SessionContext, id: number): Promise<void> {
  if (!canMail(ctx.system))
    throw new ApiError('conflict', { reason: "This server can't send email. Create an invite link instead." });
  const days = AGENCY_LIMITS.invitation_in_days;
  const { email, name } = orNotFound(await ctx.read((tx) => store.findClient(tx, id)));
  await requireInvitationMails(ctx, [email]);
  const token = await changeClient(ctx, id, async (tx, client) => {
    requireUnopened(client);
    await recordOfClient(ctx, tx, 'member_invited', client);
    return makeFirstInvitation(tx, { organization_id: id, email, days, is_handed: false });
  });
  await mailFirstInvitation(ctx, email, { token, organization_id: id, organization_name: name, days });
}

function requireUnopened({ cancelled_at, has_people }: store.LockedClient): void {
  if (cancelled_at) throw new ApiError('client_gone');
  if (has_people) throw new ApiError('conflict', { reason: 'A user of this client has an account already.' });
}

/**
 * Account places are added immediately. Extra credits that the agency pays by invoice come with the next one, those out of its
 * balance immediately.
 * @throws not_found, client_gone, agency_credits_short
 */
export async function updateClient(ctx: SessionContext, id: number, extras: Extras): Promise<AgencyClient> {
  await changeClient(ctx, id, async (tx, client) => {
    if (client.cancelled_at) throw new ApiError('client_gone');
    await updateClientExtras(tx, id, organizationExtras(extras));
    await store.updateExtraCredits(tx, id, extras.extra_credits);
    const { extra_credits } = extras;
    await grantRaisedCredits(tx, { agency_id: ctx.organization.id, client_id: id, extra_credits });
    wakeClientsFollower(tx.forOrganization(ctx.organization.id), ctx.organization.id);
    await recordOfClient(ctx, tx, 'client_changed', client);
  });
  return getClient(ctx, id);
}

/** Its people are out with this; nothing of it is sent from here on, and its campaigns pause. Cancelled twice it is cancelled once. @throws not_found */
export async function cancelClient(ctx: SessionContext, id: number): Promise<void> {
  await changeClient(ctx, id, async (tx, client) => {
    if (client.cancelled_at) return;
    await store.markCancelled(tx, id);
    await markClientCancelled(tx, id);
    await endSessionsOfOrganization(tx, id);
    wakeClientsFollower(tx.forOrganization(ctx.organization.id), ctx.organization.id);
    await recordOfClient(ctx, tx, 'client_cancelled', client);
  });
  await pauseAllCampaigns(ctx.system.forOrganization(id));
}

/** @throws not_found; conflict for a client that was not cancelled, and once its time is over */
export async function restoreClient(ctx: SessionContext, id: number): Promise<AgencyClient> {
  await changeClient(ctx, id, async (_, client) => requireRestorable(client));
  // An interrupted cancellation may have left some running: none starts to send without a user.
  await pauseAllCampaigns(ctx.system.forOrganization(id));
  await changeClient(ctx, id, async (tx, client) => {
    if (!client.cancelled_at) return;
    requireRestorable(client);
    if (await store.isKnownAddress(tx, ctx.organization.id, client.email)) {
      if (!client.has_people) throw new ApiError('client_email_taken');
    }
    if ((await store.countClients(tx, ctx.organization.id)).in_force >= AGENCY_LIMITS.clients)
      throw new ApiError('conflict', { reason: `You can have at most ${AGENCY_LIMITS.clients} clients.` });
    await store.markRestored(tx, id);
    await markClientRestored(tx, id);
    wakeClientsFollower(tx.forOrganization(ctx.organization.id), ctx.organization.id);
    await recordOfClient(ctx, tx, 'client_restored', client);
  }).catch((error) => {
    throw sqlState(error) === uniqueViolation ? new ApiError('client_email_taken') : error;
  });
  return getClient(ctx, id);
}

function requireRestorable({ cancelled_at, is_over }: store.LockedClient): void {
  if (!cancelled_at) throw new ApiError('conflict', { reason: 'This client is not cancelled.' });
  if (is_over) throw new ApiError('conflict', { reason: 'The time is over: the data of this client is being erased.' });
}

/**
 * Every change of a client by an agency passes here: it is one of its own.
 * @throws not_found
 */
export async function changeClient<Result>(
  ctx: SessionContext,
  id: number,
  change: (tx: SystemTransactionContext, client: store.LockedClient) => Promise<Result>,
): Promise<Result> {
  return ctx.system.systemTransaction(async (tx) =>
    change(tx, orNotFound(await store.lockClient(tx, ctx.organization.id, id))),
  );
}

/** Both organizations read of it. */
export async function recordOfClient(
  ctx: SessionContext,
  tx: SystemTransactionContext,
  event: SecurityEventName,
  { id, name }: { id: number; name: string },
  reason?: string,
): Promise<void> {
  const by = { event, actor_id: ctx.user.actor_id, ...(reason ? { reason } : {}) };
  await recordSecurityEvent(tx, { ...by, organization_id: id, user_id: null });
  await recordSecurityEvent(tx, {
    ...by,
    organization_id: ctx.organization.id,
    user_id: ctx.user.id,
    subject: { kind: 'client', id, label: name },
  });
}

interface ClientCap {
  cap: number | null;
  used: number;
}

/** @throws not_found for clients of others */
export async function getClientCap(ctx: SessionContext, id: number): Promise<ClientCap> {
  orNotFound(await ctx.read((tx) => store.findClient(tx, id)));
  const { organization } = await ctx.system.forOrganization(id).transaction(loadMonthlyUse);
  return organization;
}

/** @throws not_found for clients of others, client_gone */
export async function setClientCap(ctx: SessionContext, id: number, credits: number | null): Promise<ClientCap> {
  await changeClient(ctx, id, async (tx, client) => {
    if (client.cancelled_at) throw new ApiError('client_gone');
    await saveCap({ db: tx.db, organization: { id } }, null, credits);
    await recordOfClient(ctx, tx, 'client_changed', client);
  });
  return getClientCap(ctx, id);
}
