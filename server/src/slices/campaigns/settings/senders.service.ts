import type { CampaignSender } from '@overture/contract/campaign-senders';
import { isEmailAccount, isHealthyStatus, type LeadsOfDeleted, type LinkedinTier } from '@overture/domain/accounts';
import { findTierProblem } from '@overture/domain/flow/activation-checks';
import type { Channel } from '@overture/domain/sending/sender-choice';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { type AccountRow, findAccount, findAccounts } from '../../accounts/index.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { listNodes } from '../flow/flow.store.ts';
import { countStaying, endLeadsOfSender, type HandedOver, handOverLeads } from '../run/index.ts';
import { acquireCampaignMutex, findCampaign } from './campaigns.store.ts';
import { listPools } from './sender-losses.store.ts';
import * as store from './senders.store.ts';

type Tx = TransactionContext;

/** What happens to the started leads of a sender removed from a campaign. */
export type LeadsOfRemoved = 'finish' | 'hand_over' | 'end';

const NO_TAKERS_TEXT = 'No other connected sender of this campaign can take these leads. Add one first.';

/** A campaign's senders with the status of their leads, and the number of unassigned leads. @throws not_found */
export async function listCampaignSenders(ctx: Context, id: number) {
  return ctx.transaction(async (tx) => {
    orNotFound(await findCampaign(tx, id));
    const rows = await store.listSenders(tx, id);
    const staying = rows.some(({ channel }) => channel === 'linkedin') ? await countStaying(tx, [id], null) : [];
    const stay = new Map(staying.map(({ account_id, leads }) => [account_id, leads]));
    const senders = rows.map((row) => ({
      ...presentSender(row),
      staying: row.channel === 'linkedin' ? (stay.get(row.account_id) ?? 0) : 0,
    }));
    return { senders, nobodys: await store.countNobodys(tx, id) };
  });
}

function presentSender({
  account_id,
  name,
  email,
  picture_url,
  account_type,
  status,
  ...row
}: store.SenderRow): Omit<CampaignSender, 'staying'> {
  return { ...row, account: { id: account_id, name, email, picture_url, account_type, status } };
}

/** Senders that exist and are of the right kind. @throws not_found, bad_request */
export async function requireSenders(
  tx: Tx,
  given: { email_account_id?: number | null | undefined; linkedin_account_id?: number | null | undefined },
): Promise<void> {
  if (given.email_account_id) {
    const account = orNotFound(await findAccount(tx, given.email_account_id));
    if (!isEmailAccount(account.account_type)) {
      throw new ApiError('bad_request', { reason: 'This sender does not send email.' });
    }
  }
  if (given.linkedin_account_id) {
    const account = orNotFound(await findAccount(tx, given.linkedin_account_id));
    if (account.account_type !== 'LINKEDIN') {
      throw new ApiError('bad_request', { reason: 'This sender is not a LinkedIn account.' });
    }
  }
}

/** Requires a LinkedIn account whose tier supports the flow. @throws bad_request */
export async function requireTier(tx: Tx, campaignId: number, accountId: number): Promise<void> {
  const { tier } = orNotFound(await findAccount(tx, accountId));
  const reason = findTierProblem(await listNodes(tx, campaignId), tier);
  if (reason !== null) throw new ApiError('bad_request', { reason });
}

/** The tiers of a campaign's LinkedIn accounts; null for an unknown tier. */
export async function listTiers(tx: Tx, campaignId: number): Promise<(LinkedinTier | null)[]> {
  const accounts = await findAccounts(tx, await store.listPool(tx, campaignId, 'linkedin'));
  return accounts.filter(({ deleted_at }) => deleted_at === null).map(({ tier }) => tier);
}

/** As `requireSenders`, for several of one channel. @throws not_found, bad_request */
export async function requirePool(tx: Tx, channel: Channel, ids: readonly number[]): Promise<void> {
  for (const id of ids)
    await requireSenders(tx, channel === 'email' ? { email_account_id: id } : { linkedin_account_id: id });
}

/**
 * Sets a campaign's senders on a channel; without a list nothing changes. The started leads of a removed sender are finished by it, handed
 * over, or ended.
 * @throws not_found, bad_request
 */
export async function changePool(
  tx: Tx,
  id: number,
  channel: Channel,
  given: readonly number[],
  leadsOfRemoved: LeadsOfRemoved,
): Promise<void> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return;
  const before = await store.listPool(tx, id, channel);
  if (before.join() === ids.join()) return;
  const added = ids.filter((one) => !before.includes(one));
  await requirePool(tx, channel, added);
  if (channel === 'linkedin') for (const account_id of added) await requireTier(tx, id, account_id);
  await store.setPool(tx, id, channel, ids);
  for (const account_id of before.filter((one) => !ids.includes(one)))
    await settleLeads(tx, id, account_id, channel, leadsOfRemoved);
}

async function settleLeads(
  tx: Tx,
  campaign_id: number,
  account_id: number,
  channel: Channel,
  leadsOfRemoved: LeadsOfRemoved,
  restarts = false,
): Promise<HandedOver> {
  const none = { amount: 0, left: 0, restartable: 0, restartable_ids: [] };
  if (leadsOfRemoved === 'finish') return none;
  if (leadsOfRemoved === 'end')
    return { ...none, amount: await endLeadsOfSender(tx, { campaign_id, channel, account_id }) };
  const takers = await listTakers(tx, campaign_id, channel, account_id);
  return handOverLeads(tx, { campaign_id, channel, account_id, prospect_ids: null, takers, restarts });
}

/** Connected senders of a campaign that may take another's leads. @throws bad_request when there is none */
async function listTakers(tx: Tx, campaignId: number, channel: Channel, except: number) {
  const takers = await findTakers(
    tx,
    (await store.listPool(tx, campaignId, channel)).filter((id) => id !== except),
  );
  if (takers.length === 0) throw new ApiError('bad_request', { reason: NO_TAKERS_TEXT });
  return takers;
}

/** Those of the senders that are connected. */
async function findTakers(tx: Tx, ids: readonly number[]) {
  const rows = await findAccounts(tx, [...ids]);
  return rows.filter((row) => row.deleted_at === null && isHealthyStatus(row.status)).map(asTaker);
}

const asTaker = (row: AccountRow) => ({
  id: row.id,
  cap: isEmailAccount(row.account_type) ? row.email_max_messages : row.linkedin_max_messages,
});

/**
 * Hands the leads of a removed or lost sender over, or ends the campaign for them. The caller has locked the campaign. Returns how many,
 * and how many could not be handed over.
 * @throws not_found, bad_request
 */
export async function settleSenderLeads(
  tx: Tx,
  id: number,
  accountId: number,
  leadsOfRemoved: 'hand_over' | 'end',
  restarts = false,
): Promise<HandedOver> {
  const sender = (await store.listSenders(tx, id)).find((row) => row.account_id === accountId);
  if (sender === undefined) throw new ApiError('not_found');
  return settleLeads(tx, id, accountId, sender.channel, leadsOfRemoved, restarts);
}

/**
 * A sender was deleted and the user chose what happens to its started leads. It is removed from campaigns with other senders; without a
 * taker its leads wait for a new sender. Handling the event again changes nothing.
 */
export async function settleDeletedSender(
  tx: Tx,
  { account_id, leads }: { account_id: number; leads: LeadsOfDeleted },
): Promise<void> {
  if (leads === 'wait') return;
  for (const { campaign_id, channel } of await listPools(tx, account_id)) {
    await acquireCampaignMutex(tx, campaign_id);
    const others = (await store.listPool(tx, campaign_id, channel)).filter((id) => id !== account_id);
    const takers = await findTakers(tx, others);
    if (leads === 'end' || takers.length > 0) await settleLeads(tx, campaign_id, account_id, channel, leads);
    if (takers.length > 0) await store.setPool(tx, campaign_id, channel, others);
    await wakeCampaigns(tx, [campaign_id]);
  }
}

/** Hands the chosen leads over to one sender of a campaign. The caller has locked the campaign. @throws not_found, bad_request */
export async function handOverTo(
  tx: Tx,
  id: number,
  accountId: number,
  prospectIds: readonly number[],
  restarts = false,
): Promise<HandedOver> {
  const account = orNotFound(await findAccount(tx, accountId));
  const channel: Channel = isEmailAccount(account.account_type) ? 'email' : 'linkedin';
  const pool = await store.listPool(tx, id, channel);
  if (!pool.includes(accountId)) throw new ApiError('bad_request', { reason: 'This sender is not in the campaign.' });
  // Their first invite would only wait, while another sender could take them.
  if (restarts && !isHealthyStatus(account.status))
    throw new ApiError('bad_request', {
      reason: 'This account is disconnected. Reconnect it before leads begin again.',
    });
  const takers = [asTaker(account)];
  return handOverLeads(tx, { campaign_id: id, channel, account_id: null, prospect_ids: prospectIds, takers, restarts });
}
