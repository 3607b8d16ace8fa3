import { api } from '@overture/contract';
import type { MessagingAccountType } from '@overture/domain/accounts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { SeenLinkedinMessage } from '../../../events.ts';
import { dispatchEvents } from '../../../kernel/relay.ts';
import { isFileStored } from '../../../testing/files/stored-files.ts';
import type { TestServer } from '../../../testing/harness.ts';
import { until } from '../../../testing/linkedin-programs.ts';
import { useLinkedinWorld } from '../../../testing/worlds.ts';
import { pollLinkedin } from '../../accounts/linkedin/poll-linkedin.service.ts';
import * as engine from '../../campaigns/run/run.factory.ts';
import { listUnheard } from '../../linkedin-events/index.ts';
import { chatsSlice } from '../index.ts';
import { fetchConversation } from './fetch-conversation.service.ts';
import { receiveSeenMessage } from './receive-messaging.service.ts';

/** WhatsApp, Instagram and Messenger over the whole program: leads come in and are answered, strangers stay out. */

type Person = Awaited<ReturnType<TestServer['signUp']>>;
const LATER: engine.NodeSpec = { type: 'LINKEDIN_MESSAGE', message: 'Shall we talk?', delay_in_hours: 48 };
const { world, server, polling } = useLinkedinWorld();

interface Connected {
  person: Person;
  account_id: number;
  seat_id: string;
}

let made = 0;
/** A number used only once in this file. */
const newPhone = () => `3161234${String(made++).padStart(4, '0')}`;

async function connect(type: MessagingAccountType, person?: Person): Promise<Connected> {
  const who = person ?? (await server.signUp());
  const { url } = (await who.call(api.linkLinkedin, { body: { account_type: type } })).data;
  const { account_id: seat_id } = await world.control('/connect', { url, as: 'NEW' });
  const account = await until(async () =>
    (await who.call(api.listAccounts)).data.accounts.find(({ account_type }) => account_type === type),
  );
  return { person: who, account_id: account.id, seat_id: String(seat_id) };
}

const speak = ({ seat_id: account_id }: Connected, public_identifier: string, text: string) =>
  world.control('/message', { account_id, public_identifier, text });
const peopleOf = async ({ person }: Pick<Connected, 'person'>) =>
  (await person.call(api.listMessagingPeople)).data.people;
const chatsOf = async ({ person }: Connected) => (await person.call(api.listChats, { query: {} })).data.chats;
const historyOf = async ({ person }: Connected, prospectId: number) =>
  (await person.call(api.getChatHistory, { params: { prospectId } })).data.messages;
const textsOf = async (connected: Connected, id: number) =>
  (await historyOf(connected, id)).map(({ kind, message, read }) => [kind, message, read]);

/** A lead of a campaign whose first step is days away. */
async function makeLead({ person }: Connected, phone_number: string | null, on = server) {
  const { organization_id } = person;
  const { system } = on.program;
  const spec = { seat_id: `seat-${made++}`, tier: 'CLASSIC' as const };
  const linkedin_account_id = await engine.makeLinkedinSender(system, organization_id, spec);
  const given = { organization_id, account_id: null, linkedin_account_id, nodes: [LATER] };
  const campaign = await engine.makeCampaign(system, given);
  const person_spec = { email: null, linkedin: `somebody-${made}`, phone_number };
  const [id] = await engine.makePeople(system, organization_id, [person_spec]);
  const [lead_id] = await engine.startPeople(system, campaign, organization_id, [id!]);
  const statusOf = async () =>
    (await on.owner.query('select status from campaign_leads where id = $1', [lead_id])).rows[0].status as string;
  return { id: id!, statusOf };
}

/** Where these words are stored, over every table that holds message texts. */
async function findPlaces(words: string): Promise<string[]> {
  const found = await server.owner.query(
    `select 'events' as place from linkedin_events where payload::text like $1
     union select 'outbox' from outbox_events where payload::text like $1
     union select 'messages' from chat_messages where message like $1
     union select 'chats' from chats where last_preview like $1
     union select 'live' from live_messages where data::text like $1
     union select 'people' from messaging_people p where p::text like $1`,
    [`%${words}%`],
  );
  return found.rows.map((row) => row.place);
}

test.each([
  ['+31 (0)6 1234 5678', '31612345678'],
  ['0031612345678', '31612345678'],
  ['+31 6-12.34/56 78 ext. 9', '31612345678'],
  ['+1 (415) 555-0100 x12', '14155550100'],
  ['06 1234 5678', null],
  ['31612345678', null],
  ['+31 call me', null],
  ['+3161', null],
  ['+0612345678', null],
  ['', null],
  [null, null],
])('the number %s is %s', async (given, expected) => {
  const { rows } = await server.owner.query('select phone_key($1) as key', [given]);
  expect(rows[0].key).toBe(expected);
});

describe('an account of messaging', () => {
  test('is connected by the page, takes no place of the plan, and is signed out when it is removed', async () => {
    const connected = await connect('WHATSAPP');
    const { person, account_id, seat_id } = connected;
    const [account] = (await person.call(api.listAccounts)).data.accounts;
    expect(account).toMatchObject({ account_type: 'WHATSAPP', tier: null, is_base_account: false, email: null });
    expect(account!.phone).toMatch(/^\+316\d{8}$/);
    // A trial has one sender: its place is free still.
    const link = await person.call(api.linkLinkedin, { body: {} });
    expect(link.status).toBe(200);
    const { id } = (await person.call(api.createCampaign, { body: { name: 'By WhatsApp' } })).data.campaign;
    for (const sender of [{ linkedin_account_id: account_id }, { email_account_id: account_id }])
      expect((await person.call(api.updateCampaign, { params: { id }, body: sender })).status).toBe(400);
    await world.control('/account', { account_id: seat_id, status: 'CREDENTIALS' });
    await until(async () => {
      const [now] = (await person.call(api.listAccounts)).data.accounts;
      return now?.status === 'CREDENTIALS' && now.status_reason?.startsWith('WhatsApp has signed');
    });
    const { url } = (await person.call(api.linkLinkedin, { body: { account_id } })).data;
    await world.control('/connect', { url, as: 'SAME' });
    await until(async () => (await person.call(api.listAccounts)).data.accounts[0]?.status !== 'CREDENTIALS');
    await world.control('/account', { account_id: seat_id, status: 'OK' });
    await speak(connected, 'robin-silent-31600000001', 'Who is this?');
    await until(async () => (await peopleOf(connected)).length === 1);
    await person.call(api.removeAccount, { params: { id: account_id }, query: {} });
    await until(async () => (await peopleOf(connected)).length === 0);
    await until(async () => (await world.port.seats.listAccounts()).every((seat) => seat.account_id !== seat_id));
  });

  test('a lead is recognized by the number: one unread message, and nothing planned leaves', async () => {
    const connected = await connect('WHATSAPP');
    const phone = newPhone();
    const lead = await makeLead(connected, `+${phone.slice(0, 2)} ${phone.slice(2)}`);
    expect(await lead.statusOf()).not.toBe('REPLIED');
    const { organization_id } = connected.person;
    await server.owner.query(
      `insert into linkedin_events (organization_id, event_id, type, provider_account_id, payload, attempts, received_at)
        values ($1, 'unread', 'message_received', $2, $3, 5, app_now() - interval '3 hours')`,
      [
        organization_id,
        connected.seat_id,
        { message: { is_own: false, sender_provider_id: '5@lid', withheld: { phone } } },
      ],
    );
    const known = {
      organization_id,
      prospect_id: lead.id,
      phone_key: phone,
      linkedin_key: null,
      linkedin_provider_id: null,
    };
    const unheard = await server.program.system.systemTransaction((tx) => listUnheard(tx, [known]));
    expect([...unheard]).toEqual([lead.id]);
    await world.control('/webhooks', { repeat: 3 });
    await speak(connected, `kim-silent-${phone}`, 'Yes, tell me more');
    await until(async () => (await textsOf(connected, lead.id)).length === 1);
    expect(await lead.statusOf()).toBe('REPLIED');
    await speak(connected, `kim-silent-${phone}`, 'Are you there?');
    await until(async () => (await textsOf(connected, lead.id)).length === 2);
    expect(await textsOf(connected, lead.id)).toEqual([
      ['REPLY', 'Are you there?', false],
      ['REPLY', 'Yes, tell me more', false],
    ]);
    expect(await chatsOf(connected)).toMatchObject([
      { prospect: { id: lead.id }, has_unread: true, account_types: ['WHATSAPP'], messages: 2 },
    ]);
    expect(await peopleOf(connected)).toEqual([]);
    // Their number is put on the suppression list: no message goes there any longer.
    await connected.person.call(api.addSuppression, { body: { entry: `+${phone}` } });
    const params = { id: lead.id };
    const answer = await connected.person.call(api.sendChatMessage, { params, body: { message: 'Hello' } });
    expect(answer.error.error).toBe('This phone number is on your suppression list.');
    const { senders } = (await connected.person.call(api.listAnswerSenders, { params })).data;
    expect(senders.find(({ account }) => account.id === connected.account_id)?.blocked).toBe(answer.error.error);
  });

  test('of an unknown person only the identity is stored; once linked, the conversation appears', async () => {
    const connected = await connect('INSTAGRAM');
    const { person } = connected;
    const lead = await makeLead(connected, null);
    const secret = `Between us ${lead.id}`;
    await world.control('/webhooks', { repeat: 2 });
    await speak(connected, 'robin-silent-insta', secret);
    await speak(connected, 'robin-silent-insta', `${secret}, again`);
    const [stranger] = await until(async () => {
      const people = await peopleOf(connected);
      return people[0]?.message_count === 2 && people;
    });
    expect(stranger).toMatchObject({
      name: expect.stringMatching(/^Robin/),
      handle: 'robin-silent-insta',
      account: { id: connected.account_id, account_type: 'INSTAGRAM' },
    });
    expect(await findPlaces(secret)).toEqual([]);
    expect(await chatsOf(connected)).toEqual([]);
    expect(await lead.statusOf()).not.toBe('REPLIED');

    const other = await server.signUp();
    const params = { id: stranger!.id };
    expect(await peopleOf({ person: other })).toEqual([]);
    for (const status of [
      (await other.call(api.linkMessagingPerson, { params, body: { prospect_id: lead.id } })).status,
      (await other.call(api.dismissMessagingPerson, { params })).status,
    ])
      expect(status).toBe(404);

    const answers = await Promise.all(
      [1, 2].map(() => person.call(api.linkMessagingPerson, { params, body: { prospect_id: lead.id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await lead.statusOf()).toBe('REPLIED');
    await until(async () => (await textsOf(connected, lead.id)).length === 2);
    await speak(connected, 'robin-silent-insta', 'Still there?');
    await until(async () => (await textsOf(connected, lead.id)).length === 3);
    expect((await textsOf(connected, lead.id)).map(([kind, , read]) => [kind, read])).toEqual([
      ['REPLY', false],
      ['REPLY', false],
      ['REPLY', false],
    ]);
    expect(await peopleOf(connected)).toEqual([]);

    const words = `Here I am ${lead.id}`;
    const send = () =>
      person.call(api.sendChatMessage, { params: { id: lead.id }, body: { message: words, idempotency_key: words } });
    const sent = await Promise.all([send(), send(), send()]);
    expect(new Set(sent.map((one) => one.data.message.id)).size).toBe(1);
    await until(async () => (await historyOf(connected, lead.id))[0]?.delivery === 'SENT');
    const said = (await world.ledger()).filter((entry) => entry.text === words);
    expect(said).toMatchObject([{ action: 'reply', public_identifier: 'robin-silent-insta' }]);
    const long = await person.call(api.sendChatMessage, {
      params: { id: lead.id },
      body: { message: 'x'.repeat(1001) },
    });
    expect(long.error).toMatchObject({ error: expect.stringContaining('1000') });
  });

  test.each(['WHATSAPP', 'INSTAGRAM', 'FACEBOOK'] as const)(
    '%s: what a lead says becomes a note for the CRM, once; files come and go',
    async (type) => {
      const connected = await connect(type);
      const { person, account_id, seat_id } = connected;
      const lead = await makeLead(connected, null);
      await server.owner.query(
        `insert into integrations (organization_id, integration_type, sealed_tokens, account_id, account_name, sync)
       values ($1, 'HUBSPOT', '\\x00', 'elsewhere', 'Elsewhere', '{replies}')`,
        [person.organization_id],
      );
      await speak(connected, `pat-silent-${lead.id}`, `First ${lead.id}`);
      const [stranger] = await until(async () => {
        const people = await peopleOf(connected);
        return people.length > 0 && people;
      });
      await person.call(api.linkMessagingPerson, { params: { id: stranger!.id }, body: { prospect_id: lead.id } });
      await until(async () => (await textsOf(connected, lead.id)).length === 1);
      await world.control('/webhooks', { repeat: 2 });
      const attachments = [{ filename: 'plan.pdf', content_type: 'application/pdf', size_in_bytes: 3000 }];
      const said = { account_id: seat_id, public_identifier: `pat-silent-${lead.id}`, text: `Second ${lead.id}` };
      await world.control('/message', { ...said, attachments });
      const newest = await until(async () => {
        const [one] = await historyOf(connected, lead.id);
        return one?.message.startsWith('Second') && one.attachments.length > 0 && one;
      });
      expect(newest.attachments).toMatchObject([{ type: 'application/pdf', size: 3000 }]);
      const notes = async () =>
        (
          await server.owner.query(
            `select title, text from crm_events where organization_id = $1 and kind = 'reply' order by id`,
            [person.organization_id],
          )
        ).rows;
      const title = `Replied on ${{ WHATSAPP: 'WhatsApp', INSTAGRAM: 'Instagram', FACEBOOK: 'Messenger' }[type]}`;
      await until(async () => (await notes()).length === 2);
      expect(await notes()).toMatchObject([
        { title, text: `First ${lead.id}` },
        { title, text: expect.stringMatching(`^Second ${lead.id}`) },
      ]);

      const file = {
        field: 'file',
        filename: 'offer.pdf',
        content: Buffer.from('%PDF-1.7'),
        content_type: 'application/pdf',
      };
      const { upload } = (await person.call(api.addChatUpload, { params: { id: lead.id } }, [file])).data;
      const body = { message: `Attached ${lead.id}`, upload_ids: [upload.id], account_id };
      expect((await person.call(api.sendChatMessage, { params: { id: lead.id }, body })).status).toBe(200);
      await until(async () => (await historyOf(connected, lead.id))[0]?.delivery === 'SENT');
      expect((await world.ledger()).filter(({ text }) => text === body.message)).toMatchObject([
        { action: 'reply', attachments: [{ filename: 'offer.pdf', size_in_bytes: 8 }] },
      ]);
    },
  );

  test('a file of an imported archive stays until the last message that names it is unlinked', async () => {
    const connected = await connect('WHATSAPP');
    const { person, account_id } = connected;
    const { files } = server.program.system.ports;
    const { key } = await files.saveFile('imported', Buffer.from('offer'), 100);
    const leads = [await makeLead(connected, `+${newPhone()}`), await makeLead(connected, `+${newPhone()}`)];
    for (const { id } of leads)
      await server.owner.query(
        `with c as (insert into chats (organization_id, prospect_id, last_message_at, message_count) values ($1, $2, app_now(), 1)),
          m as (insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, message, sent_at)
            values ($1, $2, $3, 'CHAT', true, 'Hello', app_now()) returning id)
          insert into chat_attachments (organization_id, message_id, name, type, size, file_key)
            select $1, id, 'offer.txt', 'text/plain', 5, $4 from m`,
        [person.organization_id, id, account_id, key],
      );
    const unlinked = async (id: number) => {
      const done = await person.call(api.unlinkMessagingPerson, { params: { id }, body: { account_id } });
      return [done.status, await isFileStored(server, key)];
    };
    expect(await unlinked(leads[0]!.id)).toEqual([200, true]);
    expect(await unlinked(leads[1]!.id)).toEqual([200, false]);
  });

  test('unlinked from the wrong lead they are unknown again: their messages and number are gone', async () => {
    const connected = await connect('WHATSAPP');
    const { person, account_id } = connected;
    const phone = newPhone();
    const [lead, right] = [await makeLead(connected, `+${phone}`), await makeLead(connected, null)];
    const secret = `Only for you ${lead.id}`;
    const handle = `kim-silent-${phone}`;
    await speak(connected, handle, secret);
    await until(async () => (await textsOf(connected, lead.id)).length === 1);
    await person.call(api.sendChatMessage, { params: { id: lead.id }, body: { message: `Mine ${secret}` } });
    await until(async () => (await historyOf(connected, lead.id))[0]?.delivery === 'SENT');
    const body = { message: `Later ${secret}`, send_at: new Date(Date.now() + 86_400_000).toISOString() };
    expect((await person.call(api.sendChatMessage, { params: { id: lead.id }, body })).status).toBe(200);
    expect((await findPlaces(secret)).sort()).toContain('messages');

    const unlink = (who: Person, id = lead.id, from = account_id) =>
      who.call(api.unlinkMessagingPerson, { params: { id }, body: { account_id: from } });
    const other = await server.signUp();
    expect((await unlink(other)).status).toBe(404);
    expect((await unlink(person, right.id)).status).toBe(404);
    const members = await server.owner.query(
      'select provider_id from linkedin_members where account_id = $1 and prospect_id = $2',
      [account_id, lead.id],
    );
    const heard = { chat_id: 'late', text: '', attachments: [], profile_url: null, ...members.rows[0] };
    const hear = (more: Partial<SeenLinkedinMessage>) =>
      server.program.system
        .forOrganization(person.organization_id)
        .transaction((tx) => receiveSeenMessage(tx, { account_id, message: { ...heard, ...more } }));
    const earlier = { message_id: 'earlier', is_own: false, sent_at: new Date().toISOString() };
    await hear(earlier);
    expect((await unlink(person)).data).toEqual({ success: true, messages: 4 });
    // Heard of the lead before, and worked off only now; of ours the door still knows to whom it went.
    for (const is_own of [true, false])
      await hear({ message_id: `late ${is_own}`, is_own, sent_at: new Date().toISOString() });
    expect((await unlink(person)).status).toBe(404);
    // What was said of a message to the rest of the program goes with the news, a moment later.
    await expect.poll(() => findPlaces(secret)).toEqual([]);
    expect(await chatsOf(connected)).toEqual([]);
    const { rows } = await server.owner.query(
      `select state from outbound_intents where organization_id = $1 and state = 'intent' and kind <> 'campaign_step'
        and prospect_id = $2`,
      [person.organization_id, lead.id],
    );
    expect(rows).toEqual([]);
    expect(await lead.statusOf()).toBe('REPLIED');
    const [stranger] = await peopleOf(connected);
    expect(stranger).toMatchObject({ name: expect.stringMatching(/^Kim/), message_count: 2 });

    // Their messages arrive again, as from webhooks and lists: each counts once.
    const withheld = { name: null, handle: null, phone: null };
    await hear({ ...earlier, withheld });
    expect((await peopleOf(connected))[0]).toMatchObject({ message_count: 2 });

    // Written to again, their number does not make them that lead once more.
    await speak(connected, handle, `${secret}, again`);
    await until(async () => (await peopleOf(connected))[0]?.message_count === 3);
    await hear({ ...earlier, withheld });
    expect((await peopleOf(connected))[0]).toMatchObject({ message_count: 3 });
    expect(await findPlaces(secret)).toEqual([]);
    await person.call(api.linkMessagingPerson, { params: { id: stranger!.id }, body: { prospect_id: right.id } });
    await until(async () => (await textsOf(connected, right.id)).length === 3);
    expect(await textsOf(connected, lead.id).catch(() => [])).toEqual([]);
  });

  test('what was said by other ways stays, as the conversation then says', async () => {
    const connected = await connect('WHATSAPP');
    const { person } = connected;
    const phone = newPhone();
    const lead = await makeLead(connected, `+${phone}`);
    await server.owner.query(
      `insert into chats (organization_id, prospect_id, last_message_at) values ($1, $2, now() - interval '2 days')`,
      [person.organization_id, lead.id],
    );
    await server.owner.query(
      `insert into chat_messages (organization_id, prospect_id, kind, sent_by_prospect, message, sent_at)
       values ($1, $2, 'CHAT', false, 'Good morning by mail', now() - interval '2 days')`,
      [person.organization_id, lead.id],
    );
    await speak(connected, `kim-silent-${phone}`, 'I am interested, call me');
    await until(async () => (await textsOf(connected, lead.id)).length === 2);
    await server.owner.query(
      `with draft as (insert into waiting_drafts (organization_id, prospect_id, message_id, state, message)
        select organization_id, prospect_id, last_message_id, 'waiting', 'I will call you' from chats where prospect_id = $1
        returning prospect_id)
      update chats c set has_draft = true from draft d where c.prospect_id = d.prospect_id`,
      [lead.id],
    );
    await person.call(api.unlinkMessagingPerson, {
      params: { id: lead.id },
      body: { account_id: connected.account_id },
    });
    const [chat] = await chatsOf(connected);
    expect(chat).toMatchObject({
      prospect: { id: lead.id },
      messages: 1,
      has_unread: false,
      has_draft: false,
      status: null,
      reply_class: null,
      accounts: [],
    });
    expect(await textsOf(connected, lead.id)).toEqual([['CHAT', 'Good morning by mail', true]]);
  });

  test('an answer whose fate the connection took with it is found, and not sent again', async () => {
    const connected = await connect('WHATSAPP');
    const phone = newPhone();
    const lead = await makeLead(connected, `+${phone}`);
    await speak(connected, `kim-silent-${phone}`, 'Hello');
    await until(async () => (await textsOf(connected, lead.id)).length === 1);
    const words = `Did this arrive? ${lead.id}`;
    await world.control('/faults', { action: 'reply', drop: 'after' });
    await connected.person.call(api.sendChatMessage, { params: { id: lead.id }, body: { message: words } });
    await until(async () => (await historyOf(connected, lead.id))[0]?.delivery === 'SENT');
    expect((await world.ledger()).filter((entry) => entry.text === words)).toHaveLength(1);
  });

  test('dismissed people stay hidden; a chosen one becomes a lead with their number', async () => {
    const connected = await connect('WHATSAPP');
    const { person } = connected;
    const phone = newPhone();
    await speak(connected, `robin-silent-${phone}`, 'Hello');
    const [stranger] = await until(async () => {
      const people = await peopleOf(connected);
      return people.length > 0 && people;
    });
    await person.call(api.dismissMessagingPerson, { params: { id: stranger!.id } });
    await speak(connected, `robin-silent-${phone}`, 'Hello?');
    const next = newPhone();
    await speak(connected, `sam-silent-${next}`, 'Good day');
    const [sam, ...others] = await until(async () => {
      const people = await peopleOf(connected);
      return people.length > 0 && people;
    });
    expect(others).toEqual([]);
    const { id: search_id } = (await person.call(api.createSearch, { body: { name: 'People' } })).data;
    const body = { first_name: 'Sam', last_name: '', search_id };
    const added = await person.call(api.addMessagingPerson, { params: { id: sam!.id }, body });
    expect(added.error.error).toBeUndefined();
    const id = added.data.prospect_id;
    await until(async () => (await textsOf(connected, id)).length === 1);
    const [chat] = await chatsOf(connected);
    expect(chat).toMatchObject({ prospect: { id, first_name: 'Sam', phone_number: `+${next}` } });
  });

  test('is asked where no webhook comes: strangers are counted once, leads come in', async () => {
    const person = await polling.signUp();
    const { account_id: seat_id } = await world.control('/connect', { type: 'WHATSAPP' });
    const { organization_id } = person;
    const { system } = polling.program;
    const account_id = await engine.makeLinkedinSender(system, organization_id, {
      seat_id: String(seat_id),
      tier: 'CLASSIC',
    });
    await polling.owner.query(`update accounts set account_type = 'WHATSAPP', tier = null where id = $1`, [account_id]);
    const connected = { person, account_id, seat_id: String(seat_id) };
    const phone = newPhone();
    const lead = await makeLead(connected, `+${phone}`, polling);
    await speak(connected, `kim-silent-${phone}`, 'Hello');
    await speak(connected, `robin-silent-${newPhone()}`, 'A private word');
    for (let look = 0; look < 2; look += 1) {
      await polling.owner.query(
        `insert into linkedin_looks (account_id, organization_id, relations_at, messages_since)
        values ($1, $2, 'infinity', now() - interval '1 hour')
        on conflict (account_id) do update set messages_at = now()`,
        [account_id, organization_id],
      );
      await pollLinkedin(system, new AbortController().signal);
      while ((await dispatchEvents(system, [chatsSlice.on!])) > 0);
    }
    const [stranger, ...others] = (await person.call(api.listMessagingPeople)).data.people;
    expect([stranger!.message_count, others.length]).toEqual([1, 0]);
    const { rows } = await polling.owner.query(
      `select 1 from outbox_events where organization_id = $1 and payload::text like '%private word%'`,
      [organization_id],
    );
    expect(rows).toEqual([]);
    const [known] = await system.systemTransaction(async ({ db }) => {
      const found = await sql<{ provider_id: string }>`select provider_id from linkedin_members
        where account_id = ${account_id} and prospect_id = ${lead.id}`.execute(db);
      return found.rows;
    });
    expect(known!.provider_id).toMatch(/@lid$/);
    const [said] = (await world.port.outreach.listMessagesSince(connected.seat_id, new Date(0), 10)).filter(
      ({ text }) => text === 'Hello',
    );
    const given = { account_id, chat_id: said!.chat_id, prospect_id: lead.id, news_from: said!.sent_at.toISOString() };
    const ctx = system.forOrganization(organization_id);
    await fetchConversation(ctx, given);
    await fetchConversation(ctx, given);
    expect(await textsOf(connected, lead.id)).toEqual([['REPLY', 'Hello', false]]);
    expect(await lead.statusOf()).toBe('REPLIED');
    await world.port.outreach.reply(connected.seat_id, { chat_id: said!.chat_id, text: 'On the phone' });
    await polling.owner.query('update linkedin_looks set messages_at = now() where account_id = $1', [account_id]);
    await pollLinkedin(system, new AbortController().signal);
    while ((await dispatchEvents(system, [chatsSlice.on!])) > 0);
    expect((await textsOf(connected, lead.id))[0]).toEqual(['OWN_CLIENT', 'On the phone', true]);
  });
});
