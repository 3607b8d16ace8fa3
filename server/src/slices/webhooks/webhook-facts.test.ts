import { api } from '@overture/contract';
import { WEBHOOK_EVENTS, type WebhookEventType } from '@overture/contract/webhook-events';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { setAccountStatus } from '../accounts/index.ts';
import { setCredits } from '../ai-segments/ai-segments.factory.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { chatsSlice } from '../chats/index.ts';
import { createList, csvHeader, csvRows, importCsv } from '../searches/lists.factory.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
let conversation: Conversation;

beforeAll(async () => {
  person = await server.signUp();
  await person.call(api.createWebhook, { body: { url: 'https://receiver.example/', event_types: ['*'] } });
  conversation = await makeConversation(server, person.organization_id);
});

const query = (text: string, values: unknown[] = []) => server.owner.query(text, values);

/** What was written since the last call: each fits its declaration exactly and has one delivery. */
async function written(): Promise<[WebhookEventType, Record<string, unknown>][]> {
  const rows = await query(
    `with gone as (delete from webhook_deliveries where organization_id = $1 returning message_id)
      select m.type, m.data from webhook_messages m join gone on gone.message_id = m.id order by m.id`,
    [person.organization_id],
  );
  return rows.rows.map(({ type, data }: { type: WebhookEventType; data: Record<string, unknown> }) => {
    const read = WEBHOOK_EVENTS[type].data.strict().safeParse(data);
    expect(read.error, `${type} ${JSON.stringify(data)}`).toBeUndefined();
    return [type, data];
  });
}

const runStep = (type: string, outcome: string, error: string | null = null, branch: string | null = null) =>
  query(
    `with node as (insert into campaign_nodes (organization_id, campaign_id, kind, type, parent_id)
        select $1, $2, case when $3 = 'ACCEPTED_INVITE' then 'condition' else 'step' end, $3, max(id) from campaign_nodes
        where campaign_id = $2 returning id)
      insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, error, branch)
      select $1, $2, $4, $5, id, $6, $7, $8 from node`,
    [
      ...[person.organization_id, conversation.campaign_id, type, conversation.campaign_lead_id],
      ...[conversation.prospect_id, outcome, error, branch],
    ],
  );

test.each([
  ['EMAIL', 'done', null, null, ['email.sent']],
  ['EMAIL', 'failed', 'Refused.', null, ['email.failed', 'step.failed']],
  ['LINKEDIN_INVITE', 'done', null, null, ['linkedin.invite_sent']],
  ['ACCEPTED_INVITE', 'answered', null, 'yes', ['linkedin.invite_accepted']],
  ['LINKEDIN_MESSAGE', 'done', null, null, ['linkedin.message_sent']],
  ['INMAIL', 'done', null, null, ['linkedin.inmail_sent']],
  ['INMAIL', 'failed', 'No longer there.', null, ['step.failed']],
  ['CALL_PROSPECT', 'done', null, null, ['task.completed']],
  ['VISIT_LINKEDIN_PROFILE', 'done', null, null, []],
])('%s that is %s', async (type, outcome, error, branch, types) => {
  await runStep(type, outcome, error, branch);
  const events = await written();
  expect(events.map(([name]) => name).sort()).toEqual(types);
  for (const [, data] of events)
    expect(data).toMatchObject({
      prospect: { id: conversation.prospect_id, email: conversation.lead },
      campaign: { id: conversation.campaign_id },
      step: { type },
      ...(error === null ? {} : { reason: error }),
    });
});

test('a call that falls due, once', async () => {
  const { rows } = await query(
    `insert into campaign_nodes (organization_id, campaign_id, kind, type, parent_id)
      select $1, $2, 'step', 'CALL_PROSPECT', max(id) from campaign_nodes where campaign_id = $2 returning id`,
    [person.organization_id, conversation.campaign_id],
  );
  const wait = (lane: string) =>
    query('update campaign_leads set next_node_id = $2, next_lane = $3, next_at = app_now() where id = $1', [
      ...[conversation.campaign_lead_id, rows[0].id, lane],
    ]);
  for (const lane of ['local', 'person', 'person', 'local', 'person']) await wait(lane);
  expect(await written()).toMatchObject([
    ['task.due', { kind: 'call', step: { id: rows[0].id }, prospect: { id: conversation.prospect_id }, user: null }],
  ]);
});

test('a bounce, once though its run changes again', async () => {
  await runStep('EMAIL', 'done');
  await written();
  const bounce = () =>
    query(
      `update campaign_step_runs set bounced_at = coalesce(bounced_at, app_now()), bounce_reason = '550 unknown', is_hard_bounce = true
      where id = (select max(id) from campaign_step_runs where campaign_id = $1)`,
      [conversation.campaign_id],
    );
  await bounce();
  await bounce();
  expect(await written()).toMatchObject([['email.bounced', { is_hard: true, reason: '550 unknown' }]]);
});

test('a reply', async () => {
  await receiveReply(server, conversation, { text: 'Yes, Thursday.' });
  const replies = (await written()).filter(([type]) => type === 'reply.received');
  expect(replies).toMatchObject([
    ['reply.received', { channel: 'email', text: 'Yes, Thursday.', prospect: { id: conversation.prospect_id } }],
  ]);
});

test('a reminder that falls due, once each time', async () => {
  const remind = async (minutes: number) => {
    await query(
      `update chats set remind_at = app_now() - make_interval(mins => $2), returned_at = null,
        remind_user_id = (select id from users where organization_id = $3 order by id limit 1) where prospect_id = $1`,
      [conversation.prospect_id, minutes, person.organization_id],
    );
    const loop = chatsSlice.loops?.find(({ name }) => name === 'chat-reminders');
    for (let turn = 0; turn < 2; turn += 1) await loop?.run(server.program.system, new AbortController().signal);
  };
  for (const minutes of [2, 1]) await remind(minutes);
  const due = { kind: 'reminder', campaign: null, step: null, user: { id: expect.any(Number) } };
  expect(await written()).toMatchObject([
    ['task.due', due],
    ['task.due', { ...due, prospect: { id: conversation.prospect_id } }],
  ]);
});

test('a lead found to be interested', async () => {
  await query(`update chats set interest = 'INTERESTED' where prospect_id = $1`, [conversation.prospect_id]);
  expect(await written()).toMatchObject([['prospect.status_changed', { interest: 'interested' }]]);
});

test('the status of a campaign', async () => {
  const set = (status: string) =>
    query('update campaigns set status = $2 where id = $1', [conversation.campaign_id, status]);
  await set('PAUSED');
  await set('PAUSED');
  await set('COMPLETED');
  expect(await written()).toMatchObject([
    ['campaign.status_changed', { status: 'PAUSED', previous_status: 'ACTIVE' }],
    ['campaign.status_changed', { status: 'COMPLETED' }],
    ['campaign.completed', { campaign: { id: conversation.campaign_id } }],
  ]);
});

test('a sender that stops working, and works again', async () => {
  for (const status of ['CREDENTIALS', 'STOPPED', 'OK'] as const)
    await conversation.context.transaction((tx) => setAccountStatus(tx, conversation.account_id, status, 'Refused.'));
  expect(await written()).toMatchObject([
    ['account.disconnected', { status: 'CREDENTIALS', reason: 'Refused.', account: { email: conversation.sender } }],
    ['account.reconnected', { status: 'OK' }],
  ]);
});

test('an import that ended', async () => {
  const list = await createList(person);
  await importCsv(person, list, `${csvHeader}\n${csvRows(3)}`);
  expect(await written()).toMatchObject([
    ['import.finished', { status: 'finished', added: 3, list: { id: list }, import: { name: 'leads.csv' } }],
  ]);
});

test('a research run that ended, once', async () => {
  const add = await query(
    `insert into enrichment_runs (organization_id, prompt_id, cells) values ($1, 1, 3) returning id`,
    [person.organization_id],
  );
  const set = (found: number) => query('update enrichment_runs set found = $2 where id = $1', [add.rows[0].id, found]);
  for (const found of [1, 2, 3, 3]) await set(found);
  expect(await written()).toMatchObject([['enrichment.completed', { found: 3, list: null }]]);
});

test('visits and likes are sent only where they are named', async () => {
  await runStep('LIKE_LAST_LINKEDIN_POST', 'done');
  expect(await written()).toEqual([]);
  await query(
    `update webhook_endpoints set event_types = '{*,linkedin.profile_visited,linkedin.post_liked}' where organization_id = $1`,
    [person.organization_id],
  );
  await runStep('VISIT_LINKEDIN_PROFILE', 'done');
  await runStep('LIKE_LAST_LINKEDIN_POST', 'done');
  expect((await written()).map(([type]) => type)).toEqual(['linkedin.profile_visited', 'linkedin.post_liked']);
  await query(`update webhook_endpoints set event_types = '{*}' where organization_id = $1`, [person.organization_id]);
});

test('a sender that reached a limit, once a day', async () => {
  const account = await query(
    `insert into accounts (organization_id, account_type, name, email, status) values ($1, 'GOOGLE', 'Ada', 'limit@sender.example', 'OPERATIONAL') returning id`,
    [person.organization_id],
  );
  const { id } = account.rows[0];
  await written();
  for (const scope of ['account', 'account:invite', 'account:risky'])
    await query(
      `insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap)
        values ($1, $2, $3, '2026-11-20', 'UTC', '2026-11-20', '2026-11-21T00:00:00Z', 2)`,
      [person.organization_id, scope, id],
    );
  const use = (scope: string, used: number) =>
    query('update sending_days set used = $3 where scope = $1 and scope_id = $2', [scope, id, used]);
  await use('account', 1);
  // The budget of addresses that may not exist is no limit of the sender, and doesn't take the place of one.
  await use('account:risky', 2);
  expect(await written()).toEqual([]);
  for (const used of [2, 1, 2]) await use('account', used);
  await use('account:invite', 2);
  expect(await written()).toMatchObject([
    ['account.limit_reached', { account: { id }, action: 'email', limit: 2, resets_at: '2026-11-21T00:00:00Z' }],
  ]);
});

test('few credits, once until there are more again', async () => {
  const left = (credits: number) => setCredits(conversation.context, credits);
  await left(200);
  await written();
  for (const credits of [21, 20, 19, 100, 5]) await left(credits);
  expect(await written()).toMatchObject([
    ['credits.low', { credits: 20, threshold: 20 }],
    ['credits.low', { credits: 5 }],
  ]);
});

test('without an endpoint that wants it, nothing is written', async () => {
  await query(`update webhook_endpoints set event_types = '{reply.received}' where organization_id = $1`, [
    person.organization_id,
  ]);
  const count = async () =>
    (
      await query('select count(*)::int as n from webhook_messages where organization_id = $1', [
        person.organization_id,
      ])
    ).rows[0].n;
  const before = await count();
  await runStep('EMAIL', 'done');
  await query(
    `update webhook_endpoints set event_types = '{*}', state = 'off', off_reason = 'person' where organization_id = $1`,
    [person.organization_id],
  );
  await runStep('EMAIL', 'done');
  expect(await count()).toBe(before);
});
