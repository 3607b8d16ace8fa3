import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { type Conversation, makeConversation, makeMailbox, receiveReply } from '../chats/chats.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  [ada, eve] = [await server.signUp('Ada'), await server.signUp('Eve')];
});

const RANGE = { start_date: '2026-03-02', end_date: '2026-03-08', time_zone: 'America/Los_Angeles' };
const ask = async (query: object = {}, person = ada) =>
  (await person.call(api.getReplyTypeFigures, { query: { ...RANGE, ...query } })).data.reply_types;

/** A contacted lead who writes these, each at its time. */
async function write(conversation: Conversation, ...said: [text: string, at: string][]): Promise<void> {
  await server.owner.query(`update campaign_leads set contacted_at = '2026-02-20T08:00:00Z' where id = $1`, [
    conversation.campaign_lead_id,
  ]);
  for (const [text, at] of said) {
    await receiveReply(server, conversation, { text });
    await server.owner.query(
      `update chat_messages set sent_at = $2
        where id = (select max(id) from chat_messages where prospect_id = $1 and sent_by_prospect)`,
      [conversation.prospect_id, at],
    );
  }
}

const YES = 'That sounds good, tell me more.';
const NO = 'Thanks, but we are not interested.';
const WRONG = 'I am not the right person for this.';

test('each lead counts once, by the newest opinion within the days of the zone, over all campaigns or some', async () => {
  expect(await ask()).toEqual({ time_zone: RANGE.time_zone, classes: [] });
  const mailbox = await makeMailbox(server, ada.organization_id, 'types@sender.example');
  const [one, two, three] = [
    await makeConversation(server, ada.organization_id, { mailbox }),
    await makeConversation(server, ada.organization_id),
    await makeConversation(server, ada.organization_id),
  ];
  await write(one, [NO, '2026-03-03T10:00:00Z'], [YES, '2026-03-05T10:00:00Z']);
  await write(two, [YES, '2026-03-04T10:00:00Z']);
  // Sunday evening in Los Angeles, Monday in UTC.
  await write(three, [WRONG, '2026-03-09T02:00:00Z']);
  const both = [
    { class: 'interested', leads: 2 },
    { class: 'wrong_person', leads: 1 },
  ];
  expect((await ask()).classes).toEqual(both);
  expect((await ask({ time_zone: 'UTC' })).classes).toEqual([both[0]]);
  // Of shorter days only what was said then.
  expect((await ask({ end_date: '2026-03-03' })).classes).toEqual([{ class: 'not_interested', leads: 1 }]);
  for (const scope of [
    { campaigns: [one.campaign_id] },
    { campaigns: [one.campaign_id], campaign_statuses: ['ACTIVE'] },
  ])
    expect((await ask(scope)).classes).toEqual([{ class: 'interested', leads: 1 }]);
  await server.owner.query('update campaign_leads set email_account_id = $2 where id = $1', [
    one.campaign_lead_id,
    mailbox.lease.account_id,
  ]);
  expect((await ask({ sender_accounts: [mailbox.lease.account_id] })).classes).toEqual([
    { class: 'interested', leads: 1 },
  ]);
  expect((await ask({ campaign_statuses: ['DRAFT'] })).classes).toEqual([]);
  expect((await ask({}, eve)).classes).toEqual([]);
  expect((await ada.call(api.getReplyTypeFigures, { query: { ...RANGE, end_date: '2026-03-01' } })).status).toBe(400);
});

test('an absence takes no opinion back, a guess says nothing, and who was not contacted before does not count', async () => {
  const person = await server.signUp('Kim');
  const make = () => makeConversation(server, person.organization_id);
  const [said, guessed, own] = [await make(), await make(), await make()];
  await write(said, [YES, '2026-03-03T10:00:00Z']);
  await receiveReply(server, said, {
    text: 'I am out of office until Friday.',
    headers: { 'auto-submitted': 'auto-replied' },
  });
  await server.owner.query(
    `update chat_messages set sent_at = '2026-03-05T10:00:00Z' where prospect_id = $1 and kind = 'AUTO_REPLY'`,
    [said.prospect_id],
  );
  await write(guessed, ['Does it work with our own telephone system?', '2026-03-04T10:00:00Z']);
  await write(own, [NO, '2026-03-04T10:00:00Z']);
  await server.owner.query(`update campaign_leads set contacted_at = '2026-03-06T10:00:00Z' where id = $1`, [
    own.campaign_lead_id,
  ]);
  expect((await ask({}, person)).classes).toEqual([{ class: 'interested', leads: 1 }]);
  // Where nothing else was said, the absence counts.
  expect((await ask({ start_date: '2026-03-05' }, person)).classes).toEqual([{ class: 'out_of_office', leads: 1 }]);
});

test('each number opens its leads, the newest reply first, by page, cursor and file', async () => {
  const person = await server.signUp('Lea');
  const make = () => makeConversation(server, person.organization_id);
  const [first, second, third, other] = [await make(), await make(), await make(), await make()];
  await write(first, [YES, '2026-03-04T12:00:00Z']);
  // Not counted twice, and not as what was said before.
  await write(second, [NO, '2026-03-03T11:00:00Z'], [YES, '2026-03-04T10:00:00Z'], [YES, '2026-03-05T10:00:00Z']);
  await write(third, [YES, '2026-03-04T12:00:00Z']);
  await write(other, [WRONG, '2026-03-04T12:00:00Z']);
  const query = { ...RANGE, category: 'reply:interested' };
  const list = async (given: object = {}) =>
    (await person.call(api.listOrganizationAnalyticsProspects, { query: { ...query, page: 1, ...given } })).data;
  // Two of the same second: pages and cursors keep one order.
  const expected = [second, third, first].map(({ prospect_id }) => prospect_id);
  const all = await list();
  expect(all.prospects.map(({ id }) => id)).toEqual(expected);
  expect(all.total_prospects).toBe((await ask({}, person)).classes.find((one) => one.class === 'interested')?.leads);
  expect(all.prospects[0]).toMatchObject({
    campaign: { id: second.campaign_id },
    occurred_at: '2026-03-05T10:00:00.000Z',
  });
  expect((await list({ page: 2 })).prospects).toEqual([]);
  expect((await list({ campaigns: [third.campaign_id] })).prospects.map(({ id }) => id)).toEqual([expected[1]]);
  // Of shorter days what was said then.
  const refused = await list({ category: 'reply:not_interested', end_date: '2026-03-03' });
  expect(refused.prospects.map(({ id }) => id)).toEqual([second.prospect_id]);
  const read: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof list>> = await list({ cursor, limit: 2 });
    read.push(...page.prospects.map(({ id }) => id));
    cursor = page.next_cursor ?? null;
  }
  expect(read).toEqual(expected);
  const file = await person.call(api.downloadOrganizationAnalyticsProspects, { query });
  expect(String(file.data).trimEnd().split('\n')).toHaveLength(4);
  const wrong = await person.call(api.listOrganizationAnalyticsProspects, {
    query: { ...query, page: 1, category: 'reply:nothing' },
  });
  expect(wrong.status).toBe(400);
  const foreign = await eve.call(api.listOrganizationAnalyticsProspects, { query: { ...query, page: 1 } });
  expect(foreign.data).toMatchObject({ prospects: [], total_prospects: 0 });
});
