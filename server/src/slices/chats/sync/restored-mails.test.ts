import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import {
  type Conversation,
  cursorAfter,
  type MailChange,
  mailFrom,
  makeConversation,
  makeMailbox,
} from '../chats.factory.ts';
import { receiveMail } from './receive-mail.service.ts';

/** The database was restored from a backup: it plans the second email of a lead, which left after the backup was made. */

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

async function start(): Promise<Conversation & { step: number; own_id: string }> {
  const conversation = await makeConversation(server, person.organization_id);
  const { rows } = await server.owner.query('select next_node_id::int as step from campaign_leads where id = $1', [
    conversation.campaign_lead_id,
  ]);
  const { step } = rows[0];
  const what = `${conversation.campaign_lead_id.toString(36)}.${step.toString(36)}`;
  const signature = server.program.system.vault.sign('message-id', `campaign_step:${what}:`);
  return { ...conversation, step, own_id: `${what}.${signature}@sender.example` };
}

async function findInSent(conversation: Conversation, change: MailChange, received_at = new Date()): Promise<void> {
  const to = [{ name: null, address: conversation.lead }];
  const copy = { from: conversation.sender, to, in_reply_to: null, references: [], ...change };
  const received = mailFrom(conversation, copy, { folder: 'SENT', received_at });
  await receiveMail(server.program.system, conversation.mailbox, received, cursorAfter(received));
}

const loadSecond = async ({ campaign_lead_id, step }: { campaign_lead_id: number; step: number }) =>
  (
    await server.owner.query(
      `select i.state, i.settled_by, i.message_id, i.sent_message_id, l.status from campaign_leads l
       left join outbound_intents i on i.kind = 'campaign_step' and i.ref_id = l.id and i.ref_part = $2 where l.id = $1`,
      [campaign_lead_id, step],
    )
  ).rows[0];

async function listKinds({ prospect_id }: Conversation): Promise<string[]> {
  const params = { prospectId: prospect_id };
  const { data } = await person.call(api.getChatHistory, { params, query: { limit: 100 } });
  return data.messages.map(({ kind }) => kind);
}

describe('a copy in Sent that a restored database does not know', () => {
  test('proves that the step was sent: it is not sent again', async () => {
    const conversation = await start();
    await findInSent(conversation, { message_id: conversation.own_id, message_ref: conversation.own_id });
    expect(await loadSecond(conversation)).toMatchObject({
      state: 'confirmed',
      settled_by: 'sent_folder',
      message_id: conversation.own_id,
      status: 'COMPLETED',
    });
    expect(await listKinds(conversation)).not.toContain('OWN_CLIENT');
  });

  test('under an id of the provider proves it too, and replies to that id are recognized', async () => {
    const conversation = await start();
    const message_id = `CA+${crypto.randomUUID()}@mail.gmail.com`;
    await findInSent(conversation, { message_id, message_ref: conversation.own_id });
    expect(await loadSecond(conversation)).toMatchObject({ state: 'confirmed', sent_message_id: message_id });
  });

  test('under ids of two domains proves it once', async () => {
    const conversation = await start();
    const message_ref = conversation.own_id.replace('@sender.example', '@other.example');
    await findInSent(conversation, { message_id: conversation.own_id, message_ref });
    expect(await loadSecond(conversation)).toMatchObject({ state: 'confirmed', status: 'COMPLETED' });
  });

  test.each([true, false])('says who sent it, when, and what (a sender of the campaign: %s)', async (isSender) => {
    const conversation = await start();
    const mailbox = await makeMailbox(server, person.organization_id, `second.${crypto.randomUUID()}@sender.example`);
    const { account_id } = mailbox.lease;
    const message_id = `CA+${crypto.randomUUID()}@mail.gmail.com`;
    const sent_at = new Date(Date.now() - 5 * 3_600_000);
    await server.owner.query(`update campaign_leads set created_at = $2 where id = $1`, [
      conversation.campaign_lead_id,
      new Date(sent_at.getTime() - 1000),
    ]);
    if (isSender)
      await server.owner.query(
        `insert into campaign_senders (organization_id, campaign_id, channel, account_id, position) values ($1, $2, 'email', $3, 1)`,
        [person.organization_id, conversation.campaign_id, account_id],
      );
    const change = { message_id, message_ref: conversation.own_id, subject: 'Again', text: 'Hello again, Grace' };
    await findInSent({ ...conversation, mailbox, sender: mailbox.email }, change, sent_at);
    const { rows } = await server.owner.query(
      `select i.account_id, i.sent_message_id, i.subject, i.body_text, i.to_email, l.email_account_id,
         abs(extract(epoch from i.dispatched_at - $2::timestamptz)) < 2 as is_then
       from campaign_leads l join outbound_intents i on i.ref_id = l.id and i.settled_by = 'sent_folder' where l.id = $1`,
      [conversation.campaign_lead_id, sent_at],
    );
    expect(rows).toEqual([
      {
        account_id,
        sent_message_id: message_id,
        subject: 'Again',
        body_text: 'Hello again, Grace',
        to_email: conversation.lead,
        // The planner takes no lead from the queue of a sender that the campaign does not have.
        email_account_id: isSender ? account_id : null,
        is_then: true,
      },
    ]);
  });

  describe('uses up the day on which it was sent', () => {
    const HOUR_IN_MS = 3_600_000;

    async function listDays({ account_id }: Conversation) {
      const { rows } = await server.owner.query<{ used: number; age: number }>(
        `select used, extract(epoch from now() - starts_at)::float8 / 3600 as age from sending_days
         where scope = 'account' and scope_id = $1 order by ends_at desc`,
        [account_id],
      );
      return rows;
    }
    const openDay = ({ account_id }: Conversation, used: number, cap: number) =>
      server.owner.query(
        `insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, used, cap)
         values ($1, 'account', $2, (now() at time zone 'UTC')::date, 'UTC', now(),
           ((now() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC', $3, $4)`,
        [person.organization_id, account_id, used, cap],
      );
    const now = () => new Date();

    test('once, though the day is full and was opened after it', async () => {
      const conversation = await start();
      await openDay(conversation, 10, 10);
      const copy = { message_id: conversation.own_id, message_ref: conversation.own_id };
      const midnight = now().setUTCHours(0, 0, 0, 0);
      await server.owner.query(`update campaign_leads set created_at = now() - interval '2 days' where id = $1`, [
        conversation.campaign_lead_id,
      ]);
      await findInSent(conversation, copy, new Date((now().getTime() + midnight) / 2));
      expect(await listDays(conversation)).toMatchObject([{ used: 11 }]);
      await findInSent(conversation, { ...copy, text: 'A second copy' }, now());
      expect(await listDays(conversation)).toMatchObject([{ used: 11 }]);
    });

    const listLimits = async ({ campaign_id }: Conversation) =>
      (
        await server.owner.query(
          `select scope, used from sending_days where scope like 'campaign%' and scope_id = $1 order by scope`,
          [campaign_id],
        )
      ).rows;

    test('also of its campaign, once, and as a new lead only if it was the first', async () => {
      const [conversation, first] = [await start(), await start()];
      await findInSent(conversation, { message_id: conversation.own_id });
      await findInSent(conversation, { message_id: conversation.own_id, text: 'A second copy' });
      const charged = [
        { scope: 'campaign', used: 1 },
        { scope: 'campaign:total', used: 1 },
      ];
      expect(await listLimits(conversation)).toEqual(charged);
      await server.owner.query('delete from outbound_intents where id = $1', [first.intent_id]);
      await findInSent(first, { message_id: first.own_id });
      expect(await listLimits(first)).toEqual([
        { scope: 'campaign', used: 1 },
        { scope: 'campaign:new', used: 1 },
        { scope: 'campaign:total', used: 1 },
      ]);
    });

    test('of its campaign by another sender than the first, counted for that one', async () => {
      const conversation = await start();
      const mailbox = await makeMailbox(server, person.organization_id, `third.${crypto.randomUUID()}@sender.example`);
      await findInSent({ ...conversation, mailbox, sender: mailbox.email }, { message_id: conversation.own_id });
      expect(await listLimits(conversation)).toEqual([
        { scope: `campaign/${mailbox.lease.account_id}`, used: 1 },
        { scope: 'campaign:total', used: 1 },
      ]);
    });

    test('of days before, which are opened if they are missing', async () => {
      const conversation = await start();
      await openDay(conversation, 3, 10);
      await server.owner.query(`update campaign_leads set created_at = now() - interval '3 days' where id = $1`, [
        conversation.campaign_lead_id,
      ]);
      await findInSent(conversation, { message_id: conversation.own_id }, new Date(Date.now() - 48 * HOUR_IN_MS));
      expect(await listDays(conversation)).toMatchObject([{ used: 3 }, { used: 1, age: expect.closeTo(48, 0) }]);
    });

    test('without a day in the records: today', async () => {
      const conversation = await start();
      await server.owner.query('delete from sending_days where scope_id = $1', [conversation.account_id]);
      await findInSent(conversation, { message_id: conversation.own_id });
      expect(await listDays(conversation)).toMatchObject([{ used: 1 }]);
    });

    test('but not again if it was debited when it was dispatched', async () => {
      const conversation = await start();
      await openDay(conversation, 4, 10);
      await server.owner.query(
        `insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, message_id, state,
           unknown_since, dispatched_at) values ($1, 'campaign_step', $2, $3, $4, $5, $6, $7, 'unknown', app_now(), app_now())`,
        [
          person.organization_id,
          conversation.campaign_lead_id,
          conversation.step,
          conversation.account_id,
          conversation.prospect_id,
          conversation.campaign_id,
          conversation.own_id,
        ],
      );
      await findInSent(conversation, { message_id: conversation.own_id });
      expect(await loadSecond(conversation)).toMatchObject({ state: 'confirmed' });
      expect(await listDays(conversation)).toMatchObject([{ used: 4 }]);
    });
  });

  test('of a lead that was lost proves nothing about the one that got its number', async () => {
    const conversation = await start();
    await findInSent(conversation, { message_id: conversation.own_id }, new Date(Date.now() - 3_600_000));
    expect(await loadSecond(conversation)).toMatchObject({ state: null, status: 'ACTIVE' });
  });

  test('settles an email that is planned already', async () => {
    const conversation = await start();
    const { organization_id, account_id } = { ...person, ...conversation };
    await server.owner.query(
      `insert into outbound_intents (organization_id, kind, ref_id, ref_part, account_id, prospect_id, campaign_id, due_at)
       values ($1, 'campaign_step', $2, $3, $4, $5, $6, app_now() + interval '1 day')`,
      [
        organization_id,
        conversation.campaign_lead_id,
        conversation.step,
        account_id,
        conversation.prospect_id,
        conversation.campaign_id,
      ],
    );
    await findInSent(conversation, { message_id: conversation.own_id });
    expect(await loadSecond(conversation)).toMatchObject({ state: 'confirmed', status: 'COMPLETED' });
  });

  test('with a signature that is not ours proves nothing', async () => {
    const conversation = await start();
    const forged = conversation.own_id.replace(/\.[\w-]{22}@/, `.${'A'.repeat(22)}@`);
    await findInSent(conversation, { message_id: forged });
    expect(await loadSecond(conversation)).toMatchObject({ state: null, status: 'ACTIVE' });
  });

  test('of another organization proves nothing there', async () => {
    const conversation = await start();
    const stranger = await server.signUp();
    const other = await makeConversation(server, stranger.organization_id);
    await findInSent(other, { message_id: conversation.own_id });
    expect(await loadSecond(conversation)).toMatchObject({ state: null, status: 'ACTIVE' });
  });
});
