import type { UnmatchedReply } from '@overture/contract/unmatched-replies';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import { findAccounts } from '../../accounts/index.ts';
import { holdForUnmatchedReply, releaseUnmatchedReply } from '../../lead-holds/index.ts';
import { mergePerson } from '../../lead-merging/index.ts';
import { insertManagerNotices } from '../../notices/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { listPerson } from '../../searches/index.ts';
import { isSuppressed } from '../../suppression-rules/index.ts';
import { presentChatAccount } from '../chats.rules.ts';
import { findPeopleByAddress } from '../chats.store.ts';
import { requestModelClass } from '../class-reading/class-reading.service.ts';
import { classifyMessage, storeClass } from '../classes/classes.service.ts';
import { insertReceivedFiles } from '../files/scan-files.service.ts';
import { queueStoredDeletions } from '../mail/mail-parts.service.ts';
import { hasDigest, insertMessage } from '../messages.store.ts';
import { recordLeadReply } from '../outgoing/pause.service.ts';
import { requestWaitingDraft } from '../waiting-drafts/waiting-drafts.service.ts';
import { recordWish } from '../wishes/wishes.service.ts';
import * as store from './unmatched.store.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;

const OLD_IN_A_BATCH = 500;

/**
 * Stores a mail that may be a reply of a lead, and holds the lead until a user has decided.
 * @returns false when it is known already, or the lead has had too many
 */
export async function storeUnmatchedReply(tx: TransactionContext, given: store.NewUnmatchedReply): Promise<boolean> {
  const { prospect_id, from_email, account_id, digest } = given;
  const mail = { prospect_id, from_email, refers_to: given.reference_chain };
  const isAsked = await holdForUnmatchedReply(tx, mail, async () => {
    if (await hasDigest(tx, account_id, digest)) return false;
    return (await store.isBelowLimit(tx, prospect_id)) && store.insertUnmatchedReply(tx, given);
  });
  if (isAsked) tx.live.publish('chat_updated', { prospect_id });
  return isAsked;
}

export async function listUnmatchedReplies(ctx: Ctx): Promise<UnmatchedReply[]> {
  return ctx.read(async (tx) => {
    const rows = await store.listUndecided(tx);
    const people = new Map(
      (await findProspects(tx, [...new Set(rows.map((row) => row.prospect_id))])).map((person) => [person.id, person]),
    );
    const accounts = await findAccounts(tx, [...new Set(rows.map((row) => row.account_id))]);
    const senders = new Map(accounts.map((account) => [account.id, presentChatAccount(account)]));
    return rows.flatMap((row) => {
      const person = people.get(row.prospect_id);
      if (!person) return [];
      const { id, first_name, last_name, email, company, profile_picture_url } = person;
      return [
        {
          id: row.id,
          prospect: { id, first_name, last_name, email, company_name: company.name, profile_picture_url },
          from: { name: row.from_name, email: row.from_email },
          subject_line: row.subject_line,
          message: row.message,
          attachments: row.files.map((file) => file.name),
          sent_at: row.sent_at.toISOString(),
          account: senders.get(row.account_id) ?? null,
        },
      ];
    });
  });
}

/**
 * A user's decision. A reply joins the conversation and stops everything, as any other does; otherwise the lead continues. A
 * colleague who wrote it becomes a lead as well.
 * @throws ApiError referral_refused where the colleague must not be written to; person_erased
 */
export async function decideUnmatchedReply(
  ctx: Ctx,
  id: number,
  decision: { is_answer: boolean; is_colleague?: boolean | null | undefined },
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const reply = orNotFound(await store.findUndecided(tx, id));
    if (decision.is_answer) await acceptReply(tx, reply, decision.is_colleague ?? false);
    else await rejectReply(tx, reply);
    tx.live.publish('chat_updated', { prospect_id: reply.prospect_id });
  });
}

async function acceptReply(
  tx: TransactionContext,
  reply: store.UnmatchedReplyRow,
  isColleague: boolean,
): Promise<void> {
  const { prospect_id, account_id, sent_at } = reply;
  // Before everything else: the stop locks intents, then leads, then conversations, as everywhere.
  await recordLeadReply(tx, { prospect_id, account_id, received_at: sent_at, refers_to: reply.reference_chain });
  if (isColleague) {
    await stopColleague(tx, reply);
    await addColleague(tx, reply);
  }
  orNotFound((await store.markDecided(tx, reply.id, true)) || undefined);
  const found = await classifyMessage(tx, {
    prospect_id,
    kind: reply.wants_out ? 'unsubscribe_request' : 'reply',
    subject: reply.subject_line,
    text: reply.message,
    own: [reply.from_email],
    is_forged: false,
  });
  if (reply.wants_out) await recordWish(tx, { prospect_id, from: reply.from_email });
  if (await hasDigest(tx, account_id, reply.digest)) return;
  const { id: _, files, wants_out: __, ...message } = reply;
  const messageId = await insertMessage(tx, { ...message, kind: 'REPLY', sent_by_prospect: true, read: false });
  if (messageId === null) return;
  await insertReceivedFiles(tx, messageId, files);
  await storeClass(tx, { id: messageId, prospect_id }, found);
  if (!reply.is_unreadable) {
    const stored = { id: messageId, prospect_id, is_forged: false };
    requestModelClass(tx, stored, found);
    await requestWaitingDraft(tx, stored, found);
  }
  tx.live.publish('chat_message', { prospect_id, message_id: messageId, sent_by_prospect: true });
}

/** A writer who became a lead after this mail came has replied as well: their own sequence stops. */
async function stopColleague(tx: TransactionContext, reply: store.UnmatchedReplyRow): Promise<void> {
  const { account_id, sent_at: received_at } = reply;
  for (const prospect_id of await findPeopleByAddress(tx, [reply.from_email])) {
    if (prospect_id !== reply.prospect_id)
      await recordLeadReply(tx, { prospect_id, account_id, received_at, refers_to: [] });
  }
}

/** The writer as a lead of the same company, in the newest list of the lead. Someone known keeps what is known of them. */
async function addColleague(tx: TransactionContext, reply: store.UnmatchedReplyRow): Promise<void> {
  const { prospect_id, from_email, from_name } = reply;
  if (await isSuppressed(tx, tx.organization.id, from_email))
    throw new ApiError('referral_refused', { reason: `${from_email} must not be written to.` });
  const lead = orNotFound((await findProspects(tx, [prospect_id]))[0]);
  const { name, website_url, linkedin_url } = lead.company;
  await mergePerson(
    tx,
    { source: { kind: 'referral' } },
    {
      ...splitName(from_name ?? '', from_email),
      email: from_email,
      linkedin_profile_url: null,
      linkedin_key: null,
      ...{ company_name: name, company_website_url: website_url, company_linkedin_url: linkedin_url },
    },
  );
  const list = await store.findNewestList(tx, prospect_id);
  if (list !== null) await listPerson(tx, list);
}

/** Mails name their writer in one piece, or not at all. */
function splitName(name: string, email: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = toSingleLine(cutText(name, TEXT_LIMITS.name_max)).split(' ');
  return { first_name: first || cutText(email.split('@', 1)[0], TEXT_LIMITS.name_max), last_name: rest.join(' ') };
}

async function rejectReply(tx: TransactionContext, reply: store.UnmatchedReplyRow): Promise<void> {
  await releaseUnmatchedReply(tx, reply.prospect_id, async () => {
    orNotFound((await store.markDecided(tx, reply.id, false)) || undefined);
    return { another_waits: await store.hasUndecided(tx, reply.prospect_id) };
  });
}

/** What was decided a month ago is kept no longer; files of answers belong to their conversations by then. */
export async function deleteOldDecisions(ctx: SystemContext): Promise<void> {
  for (;;) {
    const old = await ctx.systemTransaction(async (tx) => {
      const decided = await store.deleteDecided(tx, OLD_IN_A_BATCH);
      await queueStoredDeletions(
        tx,
        decided.filter((row) => !row.is_answer).flatMap((row) => row.files),
      );
      return decided;
    });
    if (old.length < OLD_IN_A_BATCH) return;
  }
}

const REMINDED_AFTER_DAYS = 2;
const ORGANIZATIONS_AT_ONCE = 100;
const SUNDAY = 0;
const SATURDAY = 6;

/** Reminds the managers of organizations where unmatched replies have waited for two working days: each one once. */
export async function remindOfUnmatchedReplies(ctx: SystemContext): Promise<void> {
  const before = workingDaysBefore(ctx.clock.now(), REMINDED_AFTER_DAYS);
  const waiting = await ctx.systemRead((read) => store.listUnreminded(read, before, ORGANIZATIONS_AT_ONCE));
  await runUnits(ctx, {
    loop: store.REMINDERS_LOOP,
    units: waiting.map((organization_id) => ({ organization_id, key: 'unmatched' })),
    share: 1,
    at_once: 2,
    time_box_in_ms: 30_000,
    run: ({ organization_id }) =>
      ctx.forOrganization(organization_id).transaction(async (tx) => {
        const count = await store.markReminded(tx, before);
        if (count === 0) return;
        const replies = count === 1 ? '1 unmatched reply waits' : `${count} unmatched replies wait`;
        await insertManagerNotices(tx, {
          subject: `${replies} for your decision`,
          paragraphs: [
            `${replies} for more than ${REMINDED_AFTER_DAYS} working days. Nothing more is sent to these leads until someone decides whose replies they are.`,
          ],
          path: '/inbox',
        });
      }),
  });
}

function workingDaysBefore(now: Date, days: number): Date {
  const at = new Date(now);
  for (let left = days; left > 0; ) {
    at.setUTCDate(at.getUTCDate() - 1);
    if (at.getUTCDay() !== SUNDAY && at.getUTCDay() !== SATURDAY) left -= 1;
  }
  return at;
}
