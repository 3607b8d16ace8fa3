import { api } from '@overture/contract';
import { PAST_MAIL_LIMITS } from '@overture/domain/inbound/past-mails';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { recordEarlierContacts } from '../../touch-locks/index.ts';
import { type Conversation, cursorAfter, type MailChange, mailFrom, makeConversation } from '../chats.factory.ts';
import { receiveMail } from './receive-mail.service.ts';

const server = useTestServer({ is_alone: true });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
/** Of another lead: its mailbox is read. */
let other: Conversation;
beforeAll(async () => {
  person = await server.signUp();
  other = await makeConversation(server, person.organization_id);
});

let count = 0;
const rows = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;
const DAY_IN_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_IN_MS);

/** A lead in a campaign that has not begun. */
async function makeLead(email?: string) {
  count += 1;
  const address = email ?? `kim${count}@past${count}.example`;
  const [{ id }] = await rows(
    `insert into prospects (organization_id, first_name, last_name, email) values ($1, 'Kim', 'Lee', $2) returning id`,
    [person.organization_id, address],
  );
  return { id: Number(id), email: address };
}

/** A mail of the mailbox without a thread of ours. */
async function read(change: MailChange, where: Parameters<typeof mailFrom>[2] = {}) {
  const received = mailFrom(
    other,
    { in_reply_to: null, references: [], ...change },
    { received_at: daysAgo(3), ...where },
  );
  await receiveMail(server.program.system, other.mailbox, received, cursorAfter(received));
  return received;
}
const fromLead = (lead: { email: string }, change: MailChange = {}) => read({ from: lead.email, ...change });
const toLead = (lead: { email: string }, change: MailChange = {}) =>
  read(
    { from: other.sender, to: [{ name: null, address: lead.email }], ...change },
    { folder: 'SENT', place: `SENT:1:${crypto.randomUUID()}` },
  );
const listOf = async ({ id }: { id: number }, who = person) =>
  (await who.call(api.listPastMails, { params: { id } })).data.mails;
const historyOf = async ({ id }: { id: number }) =>
  (await person.call(api.getChatHistory, { params: { prospectId: id } })).data;

describe('emails with a lead from before a campaign', () => {
  test('are shown, and are no replies: nothing is unread, classified, stopped or sent', async () => {
    const lead = await makeLead();
    const [{ id: campaign_lead }] = await rows(
      `insert into campaign_leads (organization_id, campaign_id, prospect_id) values ($1, $2, $3) returning id`,
      [person.organization_id, other.campaign_id, lead.id],
    );
    const events = async () => (await rows('select count(*)::int as events from outbox_events'))[0].events as number;
    const before = await events();
    await toLead(lead, { subject: 'Lunch', text: 'Shall we have lunch?' });
    await fromLead(lead, { subject: 'Re: Lunch', text: 'That sounds good, tell me more.' });
    const mails = await listOf(lead);
    expect(mails.map(({ is_received, subject_line, message }) => [is_received, subject_line, message])).toEqual([
      [true, 'Re: Lunch', 'That sounds good, tell me more.'],
      [false, 'Lunch', 'Shall we have lunch?'],
    ]);
    expect(mails[0]).toMatchObject({ account: { id: other.account_id, email: other.sender } });
    expect(await historyOf(lead)).toMatchObject({ messages: [], total_messages: 0, past_mails: 2 });
    expect(await rows('select from chats where prospect_id = $1', [lead.id])).toEqual([]);
    expect(await rows('select from chat_messages where prospect_id = $1', [lead.id])).toEqual([]);
    expect(await rows('select from message_classes where prospect_id = $1', [lead.id])).toEqual([]);
    expect(await events()).toBe(before);
    expect(await rows('select status, replied_at from campaign_leads where id = $1', [campaign_lead])).toEqual([
      { status: 'NOT_STARTED', replied_at: null },
    ]);
    expect((await person.call(api.countUnreadChats)).data.unread_chats).toBe(0);
  });

  test('are stored once, and the newest 50 are kept', async () => {
    const lead = await makeLead();
    const received = await fromLead(lead, { text: 'Once' });
    await receiveMail(server.program.system, other.mailbox, received, cursorAfter(received));
    expect(await listOf(lead)).toHaveLength(1);
    for (let n = 0; n < PAST_MAIL_LIMITS.per_lead + 2; n += 1)
      await read({ from: lead.email, text: `Mail ${n}` }, { received_at: daysAgo(2 - n / 100) });
    const kept = await listOf(lead);
    expect(kept).toHaveLength(PAST_MAIL_LIMITS.per_lead);
    expect(kept.map(({ message }) => message)).not.toContain('Once');
    expect(kept[0]?.message).toBe(`Mail ${PAST_MAIL_LIMITS.per_lead + 1}`);
  });

  test.each<[string, MailChange]>([
    ['a newsletter', { headers: { 'list-unsubscribe': '<https://x.example/>' } }],
    ['a bulk mail', { headers: { precedence: 'bulk' } }],
    ['an absence note', { headers: { 'auto-submitted': 'auto-replied' } }],
    ['a forged mail', { headers: { 'authentication-results': 'sender.example; dmarc=fail' } }],
    ['a circular', { cc: Array.from({ length: 9 }, (_, n) => ({ name: null, address: `x${n}@y.example` })) }],
  ])('leave out %s', async (_, change) => {
    const lead = await makeLead();
    await fromLead(lead, change);
    expect(await listOf(lead)).toEqual([]);
  });

  test('leave out everybody who is no lead, colleagues, and other organizations', async () => {
    const stranger = await server.signUp();
    const theirs = await stranger.call(api.listPastMails, { params: { id: (await makeLead()).id } });
    expect(theirs.status).toBe(404);
    const all = async () => (await rows('select count(*)::int as mails from past_mails'))[0].mails as number;
    const before = await all();
    await read({ from: 'nobody@unknown.example' });
    const colleague = await makeLead(`bo@${other.sender.split('@')[1]}`);
    await fromLead(colleague);
    expect(await all()).toBe(before);
  });

  test('one of ours pauses campaigns that have yet to write to the lead; others hold nothing', async () => {
    const schedule = async (days_ago: number) => {
      const lead = await makeLead();
      await rows(
        `insert into campaign_leads (organization_id, campaign_id, prospect_id, status, created_at)
          values ($1, $2, $3, 'SCHEDULED', now() - make_interval(days => $4))`,
        [person.organization_id, other.campaign_id, lead.id, days_ago],
      );
      return lead;
    };
    const daysHeld = async ({ id }: { id: number }) => {
      const [row] = await rows('select message_hold_until as until from campaign_leads where prospect_id = $1', [id]);
      return row.until === null ? null : Math.round((row.until.getTime() - Date.now()) / DAY_IN_MS);
    };
    const [written, asking, added, automatic, old] = await Promise.all([30, 30, 1, 30, 30].map(schedule));
    await toLead(written!);
    await fromLead(asking!);
    await toLead(added!);
    await toLead(automatic!, { headers: { 'auto-submitted': 'auto-replied' } });
    await read(
      { from: other.sender, to: [{ name: null, address: old!.email }] },
      { folder: 'SENT', place: 'SENT:1:old', received_at: daysAgo(8) },
    );
    expect(await Promise.all([written, asking, added, automatic, old].map((lead) => daysHeld(lead!)))).toEqual([
      4,
      ...[null, null, null, null],
    ]);
    expect(await listOf(automatic!)).toEqual([]);
    // A user lets it continue: what was written before holds it no more.
    const now = await person.call(api.setAbsence, { params: { id: written!.id }, body: { goes_on_after: 'now' } });
    expect([now.status, await daysHeld(written!)]).toEqual([200, null]);
    await toLead(written!, { text: 'Written before that' });
    expect(await daysHeld(written!)).toBeNull();
  });

  test('a mail of a worker that lost its lease stores nothing', async () => {
    const lead = await makeLead();
    await rows('update mailbox_syncs set lease_token = 2 where account_id = $1', [other.account_id]);
    await expect(fromLead(lead)).rejects.toThrow('another worker');
    await rows('update mailbox_syncs set lease_token = 1 where account_id = $1', [other.account_id]);
    expect(await listOf(lead)).toEqual([]);
  });
});

describe('count as contact', () => {
  const check = async (lead: { id: number }) => {
    const body = { prospect_ids: [lead.id], target_campaign_id: other.campaign_id };
    return (await person.call(api.checkDuplicates, { params: { id: other.campaign_id }, body })).data;
  };

  test('when leads are added to a campaign, for 90 days', async () => {
    const lead = await makeLead();
    expect(await check(lead)).toMatchObject({ will_be_added: 1, contacted_count: 0 });
    await fromLead(lead);
    expect(await check(lead)).toMatchObject({
      will_be_added: 0,
      contacted_count: 1,
      past_contacts: [{ tool: 'Mailbox', leads: 1, last_contacted_at: expect.any(String) }],
    });
    const { contacts } = (await person.call(api.listPastContacts, { params: { id: lead.id } })).data;
    expect(contacts).toMatchObject([{ tool: 'Mailbox', outcome: 'replied' }]);
    await rows('update past_mails set sent_at = sent_at - make_interval(days => 90) where prospect_id = $1', [lead.id]);
    expect(await check(lead)).toMatchObject({ will_be_added: 1, contacted_count: 0 });
  });

  const PROVEN = { headers: { 'authentication-results': 'sender.example; dmarc=pass' } };

  test('for the touch lock: an unproven email of a lead does not rest the lead, also where the lock is turned on later', async () => {
    const [before, after, proven, own] = [await makeLead(), await makeLead(), await makeLead(), await makeLead()];
    await fromLead(before);
    await fromLead(proven, PROVEN);
    const change = (is_on: boolean) => person.call(api.changeTouchLockRules, { body: { is_on } });
    await change(true);
    await recordEarlierContacts(server.program.system);
    await fromLead(after);
    await fromLead(own);
    await toLead(own);
    expect(await listOf(after)).toHaveLength(1);
    const prospect_ids = [before, after, proven, own].map(({ id }) => id);
    const { leads } = (await person.call(api.listLeadLocks, { query: { prospect_ids } })).data;
    expect(leads.map(({ prospect_id }) => prospect_id)).toEqual([proven.id, own.id]);
    await change(false);
  });

  test('for the touch lock: the person rests from the mail on, also where the lock is turned on later', async () => {
    const [early, late] = [await makeLead(), await makeLead()];
    await fromLead(early, PROVEN);
    // Before the campaign that is in contact with them.
    await toLead({ email: other.lead });
    expect(await listOf({ id: other.prospect_id })).toHaveLength(1);
    const change = (is_on: boolean) => person.call(api.changeTouchLockRules, { body: { is_on } });
    await change(true);
    await recordEarlierContacts(server.program.system);
    await toLead(late);
    const locks = async () =>
      (await person.call(api.listLeadLocks, { query: { prospect_ids: [early.id, late.id] } })).data.leads;
    expect(await locks()).toMatchObject([
      { prospect_id: early.id, reason: 'finished', campaign_name: null },
      { prospect_id: late.id, reason: 'finished', campaign_name: null },
    ]);
    const contacted = { prospect_ids: [other.prospect_id] };
    expect((await person.call(api.listLeadLocks, { query: contacted })).data.leads).toMatchObject([
      { prospect_id: other.prospect_id, reason: 'in_contact', campaign_name: expect.any(String) },
    ]);
    const [first] = await locks();
    expect(Math.round((new Date(first!.until!).getTime() - Date.now()) / DAY_IN_MS)).toBe(87);
    // A user releases the person; mails of before that don't lock them again.
    const release = await person.call(api.releaseTouchLock, { params: { id: early.id }, body: { reason: 'Agreed' } });
    expect(release.status).toBe(200);
    await fromLead(early, { text: 'An older mail', ...PROVEN });
    expect((await locks()).map(({ prospect_id }) => prospect_id)).toEqual([late.id]);
    await change(false);
  });
});
