import { isProviderError } from '@overture/adapters/kit/errors';
import type { LinkedinEvent, LinkedinMessage } from '@overture/adapters/linkedin/linkedin.port';
import { isMessagingAccount } from '@overture/domain/accounts';
import { loadNow } from '../../../kernel/clock.ts';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { describeMessage, type LinkedinEventRow, type SeenMessage, withhold } from '../../linkedin-events/index.ts';
import * as store from './linkedin-polls.store.ts';
import { findLinked } from './withheld-messages.store.ts';

const MINUTE_IN_MS = 60_000;
/** Interval of polling for new connections, with random jitter to look less mechanical. */
const RELATIONS_EVERY_IN_MS = { least: 120 * MINUTE_IN_MS, most: 300 * MINUTE_IN_MS };
const MESSAGES_EVERY_IN_MS = { least: 10 * MINUTE_IN_MS, most: 20 * MINUTE_IN_MS };
/** Conversations are read from a little before the last poll: the provider may learn of messages late. */
const OVERLAP_IN_MS = 30 * MINUTE_IN_MS;
/** More connections than an account gains between two polls. */
const NEWEST_RELATIONS = 200;
const NEWEST_MESSAGES = 500;
/** Pending invitations: LinkedIn allows an account few more. */
const NEWEST_INVITATIONS = 1000;
/** Conversations of strangers resolved per poll; the next poll continues from there. */
const MOST_CHATS = 60;

/** Publishes a webhook's content as an event; the slices that need it decide what follows. */
export async function publishEvent(
  tx: Pick<TransactionContext, 'events' | 'db'>,
  accountId: number,
  event: Pick<LinkedinEventRow, 'type' | 'payload'>,
): Promise<void> {
  const said = event.payload as LinkedinEvent;
  if (event.type === 'new_relation' && said.type === 'new_relation') {
    const { provider_id, public_identifier } = said;
    // Told when they connect, a few hours late at most.
    const relations = [{ provider_id, public_identifier, connected_at: (await loadNow(tx)).toISOString() }];
    tx.events.emit({ type: 'linkedin_relations_seen', account_id: accountId, relations });
  }
  if (event.type === 'message_received' && said.type === 'message_received') {
    tx.events.emit({ type: 'linkedin_message_seen', account_id: accountId, message: describeMessage(said.message) });
  }
}

/**
 * Polls due accounts for new connections and messages: webhooks may be late, lost, or unable to reach us. Each account is polled by one
 * process; results are handled like webhooks.
 */
export async function pollLinkedin(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  if (!ctx.ports.linkedin.is_configured) return;
  const due = await ctx.systemTransaction((tx) => store.claimPolls(tx, 20));
  await runUnits(
    ctx,
    {
      loop: store.POLL_LOOP,
      units: due.map((look) => ({ ...look, key: String(look.account_id) })),
      share: 20,
      at_once: 4,
      time_box_in_ms: 120_000,
      run: (look) => pollAccount(ctx, look),
    },
    signal,
  );
}

/** A provider that does not respond is polled again when the claim expires. */
async function pollAccount(ctx: SystemContext, look: store.SenderPoll): Promise<void> {
  try {
    if (look.is_relations_due) await lookForRelations(ctx, look);
    if (look.is_messages_due) await lookForMessages(ctx, look);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    ctx.log.info({ account_id: look.account_id, reason: error.message }, 'LinkedIn poll failed');
  }
}

async function lookForRelations(ctx: SystemContext, look: store.SenderPoll): Promise<void> {
  // Fetched first: a person who accepts in between is then among the connections.
  const invitations = await listInvitations(ctx, look);
  const found = await ctx.ports.linkedin.outreach.listRelations(look.provider_account_id, NEWEST_RELATIONS);
  await ctx.forOrganization(look.organization_id).transaction(async (tx) => {
    const relations = found.map(({ provider_id, public_identifier, connected_at }) => ({
      provider_id,
      public_identifier,
      connected_at: connected_at?.toISOString() ?? null,
    }));
    if (relations.length > 0) {
      tx.events.emit({ type: 'linkedin_relations_seen', account_id: look.account_id, relations });
    }
    if (invitations) tx.events.emit({ type: 'linkedin_invitations_seen', account_id: look.account_id, ...invitations });
    await store.scheduleRelationsPoll(tx, look.account_id, later(await loadNow(tx), RELATIONS_EVERY_IN_MS));
  });
}

/** Null when they can't be fetched now: new connections matter more, and the next poll is hours away. */
async function listInvitations(ctx: SystemContext, look: store.SenderPoll) {
  const looked_at = (await ctx.systemRead(loadNow)).toISOString();
  try {
    const sent = await ctx.ports.linkedin.outreach.listSentInvitations(look.provider_account_id, NEWEST_INVITATIONS);
    const times = sent.flatMap(({ sent_at }) => sent_at?.getTime() ?? []);
    const isWhole = sent.length < NEWEST_INVITATIONS;
    // A list that is full and has no times says nothing about those left out.
    const complete_since = isWhole ? null : times.length > 0 ? new Date(Math.min(...times)).toISOString() : looked_at;
    return { looked_at, complete_since, invitation_ids: sent.map(({ invitation_id }) => invitation_id) };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return null;
  }
}

async function lookForMessages(ctx: SystemContext, look: store.SenderPoll): Promise<void> {
  const since = new Date(look.messages_since.getTime() - OVERLAP_IN_MS);
  const found = await ctx.ports.linkedin.outreach.listMessagesSince(look.provider_account_id, since, NEWEST_MESSAGES);
  const visible = isMessagingAccount(look.account_type) ? await withholdStrangers(ctx, look, found) : found;
  await ctx.forOrganization(look.organization_id).transaction(async (tx) => {
    for (const message of visible) {
      tx.events.emit({ type: 'linkedin_message_seen', account_id: look.account_id, message: describeMessage(message) });
    }
    const newest = visible.at(-1)?.sent_at ?? found.at(-1)?.sent_at ?? look.messages_since;
    await store.scheduleMessagesPoll(tx, look.account_id, later(await loadNow(tx), MESSAGES_EVERY_IN_MS), newest);
  });
}

/** Lists may not show who sent a message: for people who are no leads it is read from the conversation. */
async function withholdStrangers(
  ctx: SystemContext,
  look: store.SenderPoll,
  found: readonly LinkedinMessage[],
): Promise<SeenMessage[]> {
  const ids = found.flatMap(({ attendee_provider_id: id }) => id ?? []);
  const linked = await ctx
    .forOrganization(look.organization_id)
    .transaction((tx) => findLinked(tx, look.account_id, ids));
  const chats = new Map<string, Awaited<ReturnType<typeof loadChat>>>();
  const visible: SeenMessage[] = [];
  for (const message of found) {
    if (withhold(message, linked).withheld === undefined) {
      visible.push(message);
      continue;
    }
    if (!chats.has(message.chat_id) && chats.size === MOST_CHATS) break;
    const chat = chats.get(message.chat_id) ?? (await loadChat(ctx, look, message.chat_id));
    chats.set(message.chat_id, chat);
    if (chat === null || chat.is_group) continue;
    const { attendee_provider_id, other_side, linked: known } = chat;
    visible.push(withhold({ ...message, attendee_provider_id, other_side }, known));
  }
  return visible;
}

/** Lists do not say to whom our own messages went. */
async function loadChat(ctx: SystemContext, look: store.SenderPoll, chatId: string) {
  try {
    const chat = await ctx.ports.linkedin.outreach.getChat(look.provider_account_id, chatId);
    const linked = await ctx
      .forOrganization(look.organization_id)
      .transaction((tx) => findLinked(tx, look.account_id, [chat.attendee_provider_id]));
    return { ...chat, linked };
  } catch (error) {
    if (!isProviderError(error, 'not_found')) throw error;
    return null;
  }
}

function later(now: Date, { least, most }: { least: number; most: number }): Date {
  return new Date(now.getTime() + least + Math.random() * (most - least));
}
