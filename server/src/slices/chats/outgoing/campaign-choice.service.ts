import {
  type CampaignChoice,
  DEFAULT_CAMPAIGN_CHOICE,
  MESSAGE_HOLD_DAYS,
} from '@overture/domain/campaign/campaign-choice';
import { isAutoReply } from '@overture/domain/mail/auto-reply';
import type { InboundMail } from '@overture/domain/mail/mail-classify';
import { isForwardSubject } from '@overture/domain/message/threading';
import { cutText, TEXT_BOUNDS } from '@overture/domain/text/text-bounds';
import { loadNow } from '../../../kernel/clock.ts';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import type { SettledIntent } from '../../action-kinds/index.ts';
import { endHeldByMessage } from '../../lead-endings/index.ts';
import {
  holdForMessage,
  isSendingStep,
  lockHeldByMessage,
  lockRunningLeads,
  type RunningLead,
} from '../../lead-holds/index.ts';
import { findHoldEnd, listChosen } from './campaign-choice.store.ts';
import { refusal } from './senders.service.ts';

/**
 * The writer's choice for the campaigns that run for the lead; null if none runs.
 * @param running locked by the caller
 * @throws ApiError send_refused while a campaign is sending to the lead: two messages would arrive together
 */
export async function chooseForCampaigns(
  tx: TransactionContext,
  running: readonly RunningLead[],
  given: { campaign?: CampaignChoice | null | undefined },
): Promise<CampaignChoice | null> {
  if (running.length === 0) return null;
  const choice = given.campaign ?? DEFAULT_CAMPAIGN_CHOICE;
  if (choice !== 'continues' && (await isSendingStep(tx, running)))
    throw refusal('A campaign is sending a message to this lead at this moment. Read it, then send yours.');
  return choice;
}

interface Held {
  leads: RunningLead[];
  campaign_choice: CampaignChoice | null;
}

/**
 * Running campaigns pause for a lead to whom a team member wrote in another program. Automatic replies of the mailbox and forwards are not written to
 * the lead.
 */
export async function lockForOwnMail(
  tx: TransactionContext,
  { kind, prospect_id }: { kind: string; prospect_id: number },
  letter: InboundMail,
): Promise<Held> {
  const isForward = isForwardSubject(cutText(letter.subject ?? '', TEXT_BOUNDS.mail_header));
  const isPersonal = kind === 'OWN_CLIENT' && !isForward && !isAutoReply(letter);
  return toHeld(isPersonal ? await lockRunningLeads(tx, prospect_id) : []);
}

const toHeld = (leads: RunningLead[]): Held => ({
  leads,
  campaign_choice: leads.length > 0 ? DEFAULT_CAMPAIGN_CHOICE : null,
});

/**
 * Running campaigns pause for a lead to whom a team member wrote in LinkedIn or a messenger. Who adds a lead to a campaign knows the messages
 * of before.
 * @param sentAt null for other messages
 */
export async function lockForOwnMessage(
  tx: TransactionContext,
  prospectId: number,
  sentAt: Date | null,
): Promise<Held> {
  if (sentAt === null || isHoldOver(sentAt, await loadNow(tx))) return toHeld([]);
  const running = await lockRunningLeads(tx, prospectId);
  return toHeld(running.filter(({ added_at }) => added_at < sentAt));
}

/** Whether a message that was written then holds no campaign any longer. */
export const isHoldOver = (sentAt: Date, now: Date): boolean =>
  sentAt.getTime() + MESSAGE_HOLD_DAYS * DAY_IN_MS <= now.getTime();

const DAY_IN_MS = 86_400_000;

/** Campaigns wait as long as the team's messages to the lead say. The caller has locked the leads before the conversation. */
export async function restateHold(
  tx: Pick<TransactionContext, 'db' | 'organization' | 'live'>,
  prospectId: number,
  leads: readonly RunningLead[],
): Promise<void> {
  if (leads.length === 0) return;
  for (const [decided, some] of Map.groupBy(leads, (lead) => lead.message_hold_decided_at?.getTime() ?? 0)) {
    const added_at = new Date(Math.min(...some.map((lead) => lead.added_at.getTime())));
    await holdForMessage(
      tx,
      prospectId,
      some,
      await findHoldEnd(tx, prospectId, { after: new Date(decided), added_at }),
    );
  }
}

/** Sent, or perhaps sent. */
const HAS_LEFT: readonly string[] = ['confirmed', 'unknown', 'parked'];

/**
 * Messages left, or did not: campaigns that their writers ended end, and others wait from now on, or continue.
 * @param record stores the outcomes, with the leads locked: leads before messages is the order of locks
 */
export async function settleCampaigns(
  tx: SystemTransactionContext,
  settled: readonly Pick<SettledIntent, 'ref_id' | 'outcome'>[],
  record: () => Promise<void>,
): Promise<void> {
  const chosen = await listChosen(
    tx,
    settled.map(({ ref_id }) => ref_id),
  );
  const held = await lockHeldByMessage(
    tx,
    chosen.map(({ prospect_id }) => prospect_id),
  );
  await record();
  const outcomes = new Map(settled.map(({ ref_id, outcome }) => [ref_id, outcome.outcome]));
  for (const { id, prospect_id, organization_id, campaign_choice } of chosen) {
    const leads = held.filter((lead) => lead.prospect_id === prospect_id);
    if (leads.length === 0) continue;
    const { live } = tx.forOrganization(organization_id);
    const own = { db: tx.db, clock: tx.clock, organization: { id: organization_id }, live };
    if (campaign_choice === 'ends' && HAS_LEFT.includes(outcomes.get(id) ?? ''))
      await endHeldByMessage(own, prospect_id);
    else await restateHold(own, prospect_id, leads);
    live.publish('chat_updated', { prospect_id });
  }
}
