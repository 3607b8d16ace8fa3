import { SEARCH } from '@overture/adapters/linkedin/testing/sandbox-world';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dispatchEvents } from '../../kernel/relay.ts';
import type { TestServer } from '../../testing/harness.ts';
import { until } from '../../testing/linkedin-programs.ts';
import { useLinkedinWorld } from '../../testing/worlds.ts';
import { pollLinkedin } from '../accounts/linkedin/poll-linkedin.service.ts';
import * as engine from '../campaigns/run/run.factory.ts';
import { chatsSlice } from './index.ts';

/** Conversations on LinkedIn over the whole program: webhooks of the provider come in, messages of users go out. */

type Person = Awaited<ReturnType<TestServer['signUp']>>;
const MESSAGE: engine.NodeSpec = { type: 'LINKEDIN_MESSAGE', message: 'Shall we talk, {{first_name}}?' };
const { world, server, polling } = useLinkedinWorld();

interface Made {
  person: Person;
  seat_id: string;
  account_id: number;
  campaign: { id: number; node_ids: number[] };
  id: number;
  public_identifier: string;
  campaign_lead_id: number;
}

let made = 0;

/** A lead of a campaign: a connection of the seat, or a stranger. */
async function makeLead(
  on: TestServer,
  nodes: engine.NodeSpec[],
  network: 'friend' | 'stranger',
  who?: string,
): Promise<Made> {
  const { system } = on.program;
  const person = await on.signUp();
  const seat_id = await world.connectSeat('SALES_NAVIGATOR');
  const spec = { seat_id, tier: 'SALES_NAVIGATOR' as const };
  const organization_id = person.organization_id;
  const account_id = await engine.makeLinkedinSender(system, organization_id, spec);
  const campaign = await engine.makeCampaign(system, {
    organization_id,
    account_id: null,
    linkedin_account_id: account_id,
    nodes,
  });
  const { people } = await world.port.reading.readPage(seat_id, { source: SEARCH, cursor: null, limit: 50 });
  const wanted = people.filter(
    (one) => one.public_identifier && (one.network_distance === 1) === (network === 'friend'),
  );
  const public_identifier = who ?? wanted[made++ % wanted.length]!.public_identifier!;
  const people_ids = await engine.makePeople(system, organization_id, [{ email: null, linkedin: public_identifier }]);
  const [campaign_lead_id] = await engine.startPeople(system, campaign, organization_id, people_ids);
  return {
    person,
    seat_id,
    account_id,
    campaign,
    id: people_ids[0]!,
    public_identifier,
    campaign_lead_id: campaign_lead_id!,
  };
}

const history = async ({ person, id }: Made) =>
  (await person.call(api.getChatHistory, { params: { prospectId: id } })).data;
const messages = async (lead: Made) =>
  (await history(lead)).messages.map(({ kind, message, delivery }) => [kind, message, delivery]);
const speak = ({ seat_id: account_id, public_identifier }: Made, text: string) =>
  world.control('/message', { account_id, public_identifier, text });
const answer = ({ person, id }: Made, message: string, idempotency_key?: string) =>
  person.call(api.sendChatMessage, {
    params: { id },
    body: { message, ...(idempotency_key ? { idempotency_key } : {}) },
  });
const deliveryOf = async (lead: Made, id: number) =>
  (await history(lead)).messages.find((message) => message.id === id);
const said = async (text: string) => (await world.ledger()).filter((entry) => entry.text === text);

/** A conversation in which the lead has answered a message of the campaign. */
async function converse(nodes = [MESSAGE], network: 'friend' | 'stranger' = 'friend', who?: string): Promise<Made> {
  const lead = await makeLead(server, nodes, network, who);
  await until(async () => (await messages(lead)).length === 1);
  await speak(lead, 'Tell me more');
  await until(async () => (await messages(lead)).length === 2);
  return lead;
}

describe('a conversation on LinkedIn', () => {
  test('a webhook, even delivered twice, appears in the inbox once: with its channel, unread, live', async () => {
    await world.control('/webhooks', { repeat: 3 });
    const lead = await converse();
    const { chats } = (await lead.person.call(api.listChats, { query: {} })).data;
    expect(chats).toMatchObject([
      {
        prospect: { id: lead.id },
        has_unread: true,
        status: 'INTERESTED',
        account_types: ['LINKEDIN'],
        latest_message: { message: 'Tell me more', sent_by_prospect: true },
        messages: 2,
      },
    ]);
    const { account } = await history(lead);
    expect(account).toMatchObject({ id: lead.account_id, account_type: 'LINKEDIN' });
    const delivered = await server.owner.query(
      `select data->>'sent_by_prospect' as by from live_messages where organization_id = $1 and type = 'chat_message'`,
      [lead.person.organization_id],
    );
    expect(delivered.rows.map((row) => row.by)).toEqual(['false', 'true']);
    const unread = async () => (await lead.person.call(api.countUnreadChats)).data.unread_chats;
    expect(await unread()).toBe(1);
    await lead.person.call(api.markChatRead, { params: { id: lead.id } });
    expect(await unread()).toBe(0);
    await lead.person.call(api.markChatUnread, { params: { id: lead.id } });
    expect(await unread()).toBe(1);
    const done = await lead.person.call(api.listExecutedActions, { params: { id: lead.id } });
    expect(done.data.executed_actions.map(({ step }) => step.step_type)).toEqual(['LINKEDIN_MESSAGE']);
  });

  test('is replied to once, in the same conversation; the echo of our message is not stored', async () => {
    const lead = await converse();
    const words = `Gladly. Tuesday at ten? ${lead.id}`;
    const sent = await Promise.all(Array.from({ length: 4 }, () => answer(lead, words, 'key-of-one-answer')));
    expect(new Set(sent.map((one) => one.data.message.id)).size).toBe(1);
    expect(sent[0]!.data.message).toMatchObject({
      delivery: 'SENDING',
      subject_line: null,
      account: { account_type: 'LINKEDIN' },
    });
    await until(async () => (await deliveryOf(lead, sent[0]!.data.message.id))?.delivery === 'SENT');
    expect(await said(words)).toMatchObject([{ action: 'reply', public_identifier: lead.public_identifier }]);
    await speak(lead, 'Ten is fine');
    await until(async () => (await messages(lead)).length > 3);
    expect(await messages(lead)).toEqual([
      ['REPLY', 'Ten is fine', 'SENT'],
      ['CHAT', words, 'SENT'],
      ['REPLY', 'Tell me more', 'SENT'],
      ['CAMPAIGN', 'Shall we talk, Kim?', 'SENT'],
    ]);
  });

  test('begun by InMail is answered in it, though the people are no connections', async () => {
    const inmail: engine.NodeSpec = { type: 'INMAIL', subject: 'About Northwind', message: 'Hello {{first_name}}' };
    const lead = await converse([inmail], 'stranger');
    const words = `Thank you for answering ${lead.id}`;
    const { id } = (await answer(lead, words)).data.message;
    await until(async () => (await deliveryOf(lead, id))?.delivery === 'SENT');
    expect(await said(words)).toMatchObject([{ action: 'reply' }]);
    expect((await history(lead)).messages.at(-1)).toMatchObject({ subject_line: 'About Northwind', kind: 'CAMPAIGN' });
  });

  test('messages that users write on LinkedIn itself appear as theirs and stop nothing', async () => {
    const lead = await makeLead(server, [MESSAGE, { ...MESSAGE, delay_in_hours: 24, message: 'Once more' }], 'friend');
    await until(async () => (await messages(lead)).length === 1);
    const [first] = await world.port.outreach.listMessagesSince(lead.seat_id, new Date(0), 10);
    await world.port.outreach.reply(lead.seat_id, { chat_id: first!.chat_id, text: 'By hand' });
    await until(async () => (await messages(lead)).length === 2);
    expect((await messages(lead))[0]).toEqual(['OWN_CLIENT', 'By hand', 'SENT']);
    const file = { filename: 'offer.pdf', content_type: 'application/pdf', content: Buffer.from('%PDF-1.4') };
    const request = { chat_id: first!.chat_id, text: 'Our offer', attachments: [file] };
    await world.port.outreach.reply(lead.seat_id, request);
    await until(async () => (await messages(lead)).length === 3);
    expect((await messages(lead))[0]).toEqual(['OWN_CLIENT', 'Our offer\n\n(1 file on LinkedIn)', 'SENT']);
    const row = await server.owner.query('select status from campaign_leads where id = $1', [lead.campaign_lead_id]);
    expect(row.rows).toEqual([{ status: 'ACTIVE' }]);
  });

  test('the files of a lead are downloaded from the conversation, once', async () => {
    const lead = await converse();
    const { seat_id: account_id, public_identifier } = lead;
    const attachments = [{ filename: '../our offer.pdf', content_type: 'application/pdf', size_in_bytes: 3000 }];
    await world.control('/webhooks', { repeat: 2 });
    await world.control('/message', { account_id, public_identifier, text: 'Have a look', attachments });
    const [file, ...others] = await until(async () => {
      const [newest] = (await history(lead)).messages;
      return newest?.message.startsWith('Have a look') && newest.attachments.length > 0 && newest.attachments;
    });
    expect(others).toEqual([]);
    expect(file).toMatchObject({ type: 'application/pdf', size: 3000 });
    expect(file!.name).not.toContain('/');
    const params = { id: lead.id, attachmentId: file!.id };
    const opened = await lead.person.call(api.getChatAttachment, { params });
    expect([opened.status, opened.headers['content-length']]).toEqual([200, '3000']);
    const stranger = await server.signUp();
    expect((await stranger.call(api.getChatAttachment, { params })).status).toBe(404);
  });

  test('is found by polling without a webhook: replies of leads and messages sent elsewhere, once', async () => {
    const lead = await makeLead(polling, [MESSAGE], 'friend');
    const { system } = polling.program;
    const [{ provider_id }, sent] = await Promise.all([
      world.port.reading.getProfile(lead.seat_id, lead.public_identifier),
      sql`update linkedin_looks set messages_at = app_now()`,
    ]);
    // As the door leaves it: this program runs none.
    const out = await world.port.outreach.sendMessage(lead.seat_id, { provider_id, text: 'Hello', inmail: null });
    await polling.owner.query(
      `insert into outbound_intents (organization_id, kind, channel, action, ref_id, ref_part, account_id, prospect_id,
          state, dispatched_at, body_text, provider_ref, provider_chat)
        values ($1, 'campaign_step', 'linkedin', 'message', $2, 1, $3, $4, 'confirmed', now(), 'Hello', $5, $6)`,
      [lead.person.organization_id, lead.campaign_lead_id, lead.account_id, lead.id, out.message_id, out.chat_id],
    );
    await polling.owner.query(
      'insert into linkedin_members (account_id, provider_id, organization_id, prospect_id) values ($1, $2, $3, $4)',
      [lead.account_id, provider_id, lead.person.organization_id, lead.id],
    );
    const ask = async () => {
      await system.systemTransaction(({ db }) => sent.execute(db));
      await pollLinkedin(system, new AbortController().signal);
      while ((await dispatchEvents(system, [chatsSlice.on!])) > 0);
    };
    await ask();
    await speak(lead, 'Who are you?');
    await ask();
    await world.port.outreach.reply(lead.seat_id, { chat_id: out.chat_id!, text: 'Ada, by hand' });
    await ask();
    // The next poll is not a day away where the clock of this machine is a day ahead.
    const { now } = system.clock;
    system.clock.now = () => new Date(now().getTime() + 26 * 3_600_000);
    await ask();
    system.clock.now = now;
    const { rows } = await polling.owner.query(
      `select messages_at < app_now() + interval '1 hour' as is_soon from linkedin_looks where account_id = $1`,
      [lead.account_id],
    );
    expect(rows).toEqual([{ is_soon: true }]);
    expect((await messages(lead)).map(([kind, message]) => [kind, message])).toEqual([
      ['OWN_CLIENT', 'Ada, by hand'],
      ['REPLY', 'Who are you?'],
    ]);
    expect((await lead.person.call(api.listChats, { query: {} })).data.chats[0]).toMatchObject({ has_unread: true });
  });
});

describe('an answer that does not simply leave', () => {
  test('is refused in words: too long, paused by LinkedIn, signed out, removed', async () => {
    const lead = await converse();
    const refusal = async (text = 'Hello?') => (await answer(lead, text)).error.error;
    expect(await refusal('x'.repeat(1901))).toBe('Message cannot be longer than 1900 characters');
    const change = (columns: string) =>
      server.owner.query(`update accounts set ${columns} where id = $1`, [lead.account_id]);
    const name = 'Ada Jansen';
    await change(
      `action_holds = jsonb_build_object('message', jsonb_build_object('until', now() + interval '1 day', 'reason', 'Too fast.'))`,
    );
    expect(await refusal()).toBe(`LinkedIn asked ${name} to pause messages: Too fast.`);
    await change(`action_holds = '{}', held_until = now() + interval '7 days', held_reason = 'Restricted.'`);
    expect(await refusal()).toBe(`LinkedIn asked ${name} to pause messages: Restricted.`);
    await change(`held_until = null, status = 'CREDENTIALS'`);
    expect(await refusal()).toBe(`The sender account ${name} is disconnected. Reconnect it to reply.`);
    await change(`status = 'OK'`);
    expect((await answer(lead, 'x'.repeat(1900))).status).toBe(200);
    await change(`deleted_at = now(), status = 'DELETED'`);
    expect(await refusal()).toBe('The sender account of this conversation is no longer connected.');
  });

  test('done and the answer lost: the conversation proves it, and it is said once', async () => {
    const lead = await converse();
    const words = `Lost on the way back ${lead.id}`;
    await world.control('/faults', { action: 'reply', public_identifier: lead.public_identifier, drop: 'after' });
    const { id } = (await answer(lead, words)).data.message;
    await until(async () => (await deliveryOf(lead, id))?.delivery === 'SENT');
    expect(await said(words)).toHaveLength(1);
    const row = await server.owner.query(
      `select state, settled_by, attempts from outbound_intents where kind = 'chat_answer' and ref_id = $1`,
      [id],
    );
    expect(row.rows).toEqual([{ state: 'confirmed', settled_by: 'lists', attempts: 1 }]);
  });

  test('sent by a provider that does not say the id: a success, known by its words when it is seen', async () => {
    const lead = await converse([MESSAGE], 'friend', 'grace-friend-nameless-answers');
    const words = `Without an id ${lead.id}`;
    const { id } = (await answer(lead, words)).data.message;
    await until(async () => (await deliveryOf(lead, id))?.delivery === 'SENT');
    expect(await said(words)).toHaveLength(1);
    const intents = async () =>
      (
        await server.owner.query(
          `select state, settled_by, provider_ref is not null as has_id from outbound_intents where prospect_id = $1`,
          [lead.id],
        )
      ).rows;
    await until(async () => (await intents()).every(({ has_id }) => has_id));
    expect(await intents()).toEqual([1, 2].map(() => ({ state: 'confirmed', settled_by: 'answer', has_id: true })));
    expect((await messages(lead)).map(([kind]) => kind)).not.toContain('OWN_CLIENT');
  });

  test('refused by LinkedIn: said in words, and may be written again', async () => {
    const lead = await converse();
    await world.control('/faults', {
      action: 'reply',
      public_identifier: lead.public_identifier,
      status: 422,
      type: 'no_connection_with_recipient',
    });
    const { id } = (await answer(lead, 'Are you there?')).data.message;
    const failed = await until(async () => {
      const message = await deliveryOf(lead, id);
      return message?.delivery === 'FAILED' && message;
    });
    expect(failed.error).toBe('You are not connected with this person on LinkedIn, so no message can be sent.');
  });

  // Last: it moves the clock.
  test('no proof: parked and shown after 15 minutes, never resent', async () => {
    const lead = await converse();
    const words = `Unknown ${lead.id}`;
    await world.control('/faults', {
      action: 'reply',
      public_identifier: lead.public_identifier,
      status: 502,
      type: 'bad_gateway',
    });
    const { id } = (await answer(lead, words)).data.message;
    await until(async () => (await deliveryOf(lead, id))?.delivery === 'UNCONFIRMED');
    await engine.moveClock(server.program.system, 20 * 60);
    const parked = await until(async () => {
      const message = await deliveryOf(lead, id);
      return message?.error?.startsWith('No proof was found') && message;
    });
    expect(parked).toMatchObject({ delivery: 'UNCONFIRMED' });
    expect(await said(words)).toEqual([]);
  });
});
