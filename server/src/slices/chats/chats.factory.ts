import type { ParsedAttachment, ParsedMail } from '@overture/adapters/mailbox/mailbox.port';
import { sql } from 'kysely';
import type { Context, SystemContext } from '../../kernel/context.ts';
import type { MailboxLease } from '../mailbox-leases/index.ts';
import { interpretMail } from './sync/mail-reading.service.ts';
import { createMailSync } from './sync/mail-sync.service.ts';
import type { ReadMailbox, ReceivedMail } from './sync/read-mail.service.ts';
import { receiveMail } from './sync/receive-mail.service.ts';

/** Conversations for tests: a sender, a lead in a running campaign, and a mail of ours that left. */
interface World {
  program: { system: SystemContext };
}

export interface Conversation {
  account_id: number;
  sender: string;
  prospect_id: number;
  lead: string;
  campaign_id: number;
  campaign_lead_id: number;
  intent_id: number;
  /** Of our mail, without angle brackets. */
  message_id: string;
  /** Reads the sender's mailbox as the sync would. */
  mailbox: ReadMailbox;
  context: Context;
}

let count = 0;

export async function makeMailbox(world: World, organizationId: number, email: string): Promise<ReadMailbox> {
  return world.program.system.forOrganization(organizationId).transaction(async ({ db }) => {
    const rows = await sql<{
      id: number;
    }>`insert into accounts (organization_id, account_type, status, name, email, sealed_connection)
      values (${organizationId}, 'IMAP', 'OK', 'Ada Jansen', ${email}, '\\x00') returning id`.execute(db);
    const account_id = rows.rows[0]!.id;
    // Leased by a test: the worker of a test that runs one finds nothing to read.
    await sql`insert into mailbox_syncs (account_id, organization_id, lease_token, leased_until)
      values (${account_id}, ${organizationId}, 1, 'infinity')`.execute(db);
    const lease: MailboxLease = { account_id, organization_id: organizationId, token: 1 };
    return { lease, email };
  });
}

/** A lead of an active campaign who got one mail of ours, an hour ago unless said otherwise. */
export async function makeConversation(
  world: World,
  organizationId: number,
  given: { mailbox?: ReadMailbox; lead?: string; hours_ago?: number; state?: string } = {},
): Promise<Conversation> {
  count += 1;
  const sender = given.mailbox?.email ?? `ada${count}@sender.example`;
  const lead = given.lead ?? `lead${count}@customer${count}.example`;
  const mailbox = given.mailbox ?? (await makeMailbox(world, organizationId, sender));
  const context = world.program.system.forOrganization(organizationId);
  const message_id = `${count}.${crypto.randomUUID()}@sender.example`;
  const ids = await context.transaction(async ({ db }) => {
    const one = async (statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
      (await statement.execute(db)).rows[0]!.id;
    const account_id = mailbox.lease.account_id;
    const prospect_id = await one(sql<{
      id: number;
    }>`insert into prospects (organization_id, first_name, last_name, email, company_name)
      values (${organizationId}, 'Grace', ${`Hopper${count}`}, ${lead}, ${`Customer ${count}`}) returning id`);
    const campaign_id = await one(sql<{
      id: number;
    }>`insert into campaigns (organization_id, name, status, email_account_id)
      values (${organizationId}, ${`Campaign ${count}`}, 'ACTIVE', ${account_id}) returning id`);
    const node_id = await one(sql<{
      id: number;
    }>`insert into campaign_nodes (organization_id, campaign_id, kind, type, message, subject_line)
      values (${organizationId}, ${campaign_id}, 'step', 'EMAIL', 'Hello', 'Hello') returning id`);
    const follow_up = await one(sql<{
      id: number;
    }>`insert into campaign_nodes (organization_id, campaign_id, kind, type, parent_id, message, subject_line)
      values (${organizationId}, ${campaign_id}, 'step', 'EMAIL', ${node_id}, 'Again', 'Again') returning id`);
    const campaign_lead_id = await one(sql<{
      id: number;
    }>`insert into campaign_leads (organization_id, campaign_id, prospect_id, status,
        next_node_id, next_at, next_lane, contacted_at)
      values (${organizationId}, ${campaign_id}, ${prospect_id}, 'ACTIVE', ${follow_up}, app_now() + interval '1 day', 'email', app_now())
      returning id`);
    const intent_id = await one(sql<{
      id: number;
    }>`insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id,
        prospect_id, campaign_id, state, message_id, to_email, subject, body_text, dispatched_at, settled_at)
      values (${organizationId}, 'campaign_step', ${campaign_lead_id}, ${node_id}, ${account_id}, ${prospect_id}, ${campaign_id},
        ${given.state ?? 'confirmed'}, ${message_id}, ${lead}, 'Hello', 'Hello Grace', app_now() - make_interval(hours => ${given.hours_ago ?? 1}),
        app_now()) returning id`);
    return { prospect_id, campaign_id, campaign_lead_id, intent_id };
  });
  return { ...ids, account_id: mailbox.lease.account_id, sender, lead, message_id, mailbox, context };
}

const SYNC_PATIENCE_IN_MS = 60_000;

/** Reads every mailbox as a worker does, until what is waited for has come. */
export async function syncMailboxes(system: SystemContext, isDone: () => Promise<boolean>): Promise<void> {
  await system.systemTransaction(({ db }) =>
    sql`insert into mailbox_syncs (account_id, organization_id) select id, organization_id from accounts on conflict do nothing`.execute(
      db,
    ),
  );
  const service = createMailSync({ poll_inbox_interval_in_ms: 200, poll_sent_interval_in_ms: 200 });
  const stop = await service.start(system);
  try {
    const until = Date.now() + SYNC_PATIENCE_IN_MS;
    while (!(await isDone())) {
      if (Date.now() > until) throw new Error('The mailboxes were read, and what was waited for did not come.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await stop();
  }
}

let uid = 0;

export type MailChange = Partial<Omit<ParsedMail, 'from' | 'headers'>> & {
  from?: string | null;
  headers?: Record<string, string>;
};

/** A mail as it was read; from the lead and in the thread unless said otherwise. */
export function mailFrom(
  conversation: Conversation,
  change: MailChange = {},
  where: Partial<Pick<ReceivedMail, 'folder' | 'place' | 'received_at'>> = {},
): ReceivedMail {
  uid += 1;
  const { from = conversation.lead, headers = {}, ...rest } = change;
  const mail: ParsedMail = {
    message_id: `reply.${uid}@customer.example`,
    message_ref: null,
    in_reply_to: conversation.message_id,
    references: [conversation.message_id],
    from: from === null ? null : { name: 'Grace Hopper', address: from },
    to: [{ name: null, address: conversation.sender }],
    cc: [],
    subject: 'Re: Hello',
    text: `I am reading it on the train. (${uid})`,
    html: null,
    headers: new Map(Object.entries(headers).map(([name, value]) => [name, [value]])),
    date: new Date(),
    attachments: [],
    delivery_statuses: [],
    returned_message_id: null,
    size_in_bytes: 1000,
    is_truncated: false,
    ...rest,
  };
  const at = { folder: 'INBOX' as const, place: `INBOX:1:${uid}`, received_at: new Date(), ...where };
  return { ...at, ...interpretMail(mail, { ...at, own_address: conversation.sender }) };
}

/** The lead answers, as the sync of the sender's mailbox would take it in. */
export async function receiveReply(world: World, conversation: Conversation, change: MailChange = {}): Promise<void> {
  const received = mailFrom(conversation, change);
  await receiveMail(world.program.system, conversation.mailbox, received, cursorAfter(received));
}

export function attachment(change: Partial<ParsedAttachment> = {}): ParsedAttachment {
  const content = change.content ?? Buffer.from('file');
  return {
    filename: 'file.pdf',
    content_type: 'application/pdf',
    content_id: null,
    is_inline: false,
    size_in_bytes: content.length,
    content,
    ...change,
  };
}

/** How far the mailbox is read after a mail. */
export const cursorAfter = (synced: ReceivedMail) => ({
  [synced.folder]: synced.place,
});
