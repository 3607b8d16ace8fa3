import { api } from '@overture/contract';
import type { AutomationBody } from '@overture/contract/automations';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { createTestChat, SLACK_ADDRESS } from './automations.factory.ts';
import { listPastEvents } from './automations.store.ts';

const chat = createTestChat();
const server = useTestServer({ team_chat: chat });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
beforeAll(async () => {
  person = await server.signUp();
});

const createLabel = async (name: string, owner = person) =>
  (await owner.call(api.createChatLabel, { body: { name, color: '#ff0000' } })).data.label.id;
const body = (changes: Partial<AutomationBody> = {}): AutomationBody => ({
  name: 'Label',
  trigger_type: 'reply.received',
  match: 'all',
  conditions: [],
  actions: [{ type: 'send_slack', text: 'Hi {{prospect.first_name}}' }],
  ...changes,
});
const create = (changes: Partial<AutomationBody> = {}, owner = person) =>
  owner.call(api.createAutomation, { body: body(changes) });

test('the catalog lists fields with their kinds, and every template is valid', async () => {
  const { data } = await person.call(api.readAutomationCatalog);
  const reply = data.triggers.find(({ type }) => type === 'reply.received')!;
  expect(reply.fields).toContainEqual({ path: 'prospect.email', label: 'Lead email', kind: 'text', options: [] });
  expect(reply.fields.find(({ path }) => path === 'channel')).toMatchObject({ kind: 'choice' });
  expect(data.triggers.some(({ type }) => (type as string) === 'webhook.test')).toBe(false);
  for (const template of data.templates) {
    const made = await person.call(api.createAutomation, { body: template });
    expect(made.status).toBe(201);
    await person.call(api.deleteAutomation, { params: { id: made.data.automation.id } });
  }
});

test.each<[string, Partial<AutomationBody>]>([
  ['no such field', { conditions: [{ field: 'nothing', operator: 'is', values: ['a'] }] }],
  ["can't be compared like this", { conditions: [{ field: 'channel', operator: 'greater', values: ['a'] }] }],
  ['Choose one of: email', { conditions: [{ field: 'channel', operator: 'is', values: ['fax'] }] }],
  ['is a number', { conditions: [{ field: 'message_id', operator: 'is', values: ['many'] }] }],
  ['enter a value', { conditions: [{ field: 'text', operator: 'contains', values: [] }] }],
  ['takes no value', { conditions: [{ field: 'text', operator: 'is_empty', values: ['a'] }] }],
  ['has no field {{campaign.name}}', { actions: [{ type: 'send_slack', text: '{{campaign.name}}' }] }],
  ['The label was deleted', { actions: [{ type: 'add_label', label_id: 999_999 }] }],
  ['not about a lead', { trigger_type: 'credits.low', actions: [{ type: 'stop_campaigns' }] }],
])('refused in words: %s', async (words, changes) => {
  const refused = await create(changes);
  expect(refused.status).toBe(400);
  expect(refused.error?.error).toContain(words);
});

test('a condition with a text of 1 MB is refused, and so is an eleventh action', async () => {
  const values = ['x'.repeat(600_000)];
  expect((await create({ conditions: [{ field: 'text', operator: 'contains', values }] })).status).toBe(400);
  expect(
    (await create({ actions: Array.from({ length: 11 }, () => ({ type: 'stop_campaigns' as const })) })).status,
  ).toBe(400);
});

test('the target of another organization is none, and neither is its automation', async () => {
  const other = await server.signUp();
  const label_id = await createLabel('Foreign', other);
  expect((await create({ actions: [{ type: 'add_label', label_id }] })).status).toBe(400);
  const theirs = (await create({ actions: [{ type: 'stop_campaigns' }] }, other)).data.automation;
  expect((await person.call(api.getAutomation, { params: { id: theirs.id } })).status).toBe(404);
});

test('of two people who edit, the second sees what the first saved', async () => {
  const { automation } = (await create({ actions: [{ type: 'stop_campaigns' }] })).data;
  const edit = (name: string) =>
    person.call(api.updateAutomation, {
      params: { id: automation.id },
      body: { ...body({ name, actions: [{ type: 'stop_campaigns' }] }), version: automation.version },
    });
  expect((await edit('First')).status).toBe(200);
  const second = await edit('Second');
  expect(second.status).toBe(409);
  expect(second.error?.current).toMatchObject({ automation: { name: 'First', version: automation.version + 1 } });
});

test('it is off at first, and is switched on only when its actions can be carried out', async () => {
  const { automation } = (await create()).data;
  expect(automation).toMatchObject({ is_active: false, problems: [{ position: 0, text: 'Slack is not connected.' }] });
  const switchTo = (is_active: boolean) =>
    person.call(api.switchAutomation, { params: { id: automation.id }, body: { is_active } });
  expect((await switchTo(true)).error?.error).toContain('Slack is not connected');
  await person.call(api.saveSlackConnection, { body: { url: SLACK_ADDRESS, name: '#sales' } });
  const { id, version } = automation;
  const preview = () => person.call(api.previewStoredAutomation, { params: { id } });
  expect((await switchTo(true)).error?.code).toBe('automation_not_previewed');
  await preview();
  await person.call(api.updateAutomation, { params: { id }, body: { ...body({ name: 'Changed' }), version } });
  expect((await switchTo(true)).error?.code).toBe('automation_not_previewed');
  expect((await preview()).data).toMatchObject({ events: expect.any(Number), matched: expect.any(Number) });
  expect((await switchTo(true)).data.automation).toMatchObject({ is_active: true, problems: [] });
  expect((await switchTo(false)).data.automation).toMatchObject({ is_active: false, off_reason: 'person' });
});

test('an edit between the preview and the switch keeps it off', async () => {
  const { id } = (await create({ actions: [{ type: 'stop_campaigns' }] })).data.automation;
  await person.call(api.previewStoredAutomation, { params: { id } });
  const editor = await server.owner.connect();
  try {
    await editor.query('begin');
    await editor.query(`update automations set name = 'Edited' where id = $1`, [id]);
    const pid = (await editor.query('select pg_backend_pid() as pid')).rows[0].pid;
    const switched = person.call(api.switchAutomation, { params: { id }, body: { is_active: true } });
    const waiting = `select count(*)::int as n from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`;
    await expect.poll(async () => (await server.owner.query(waiting, [pid])).rows[0].n).toBe(1);
    await editor.query('commit');
    expect((await switched).error?.code).toBe('automation_not_previewed');
  } finally {
    editor.release();
  }
  expect((await person.call(api.getAutomation, { params: { id } })).data.automation.is_active).toBe(false);
});

test('an event that left the catalog needs attention, and the list is shown', async () => {
  const other = await server.signUp();
  const { id } = (await create({ actions: [{ type: 'stop_campaigns' }] }, other)).data.automation;
  await server.owner.query(`update automations set trigger_type = 'fax.received' where id = $1`, [id]);
  const listed = await other.call(api.listAutomations);
  expect(listed.data.automations).toMatchObject([
    { trigger_text: 'fax.received', problems: [{ position: null, text: expect.stringContaining('no longer exists') }] },
  ]);
  expect((await other.call(api.previewStoredAutomation, { params: { id } })).error?.code).toBe('automation_invalid');
  const on = await other.call(api.switchAutomation, { params: { id }, body: { is_active: true } });
  expect(on.error?.error).toContain('no longer exists');
});

test('an organization has at most 50', async () => {
  const other = await server.signUp();
  await server.owner.query(
    `insert into automations (organization_id, name, trigger_type, actions)
      select $1, 'A ' || n, 'credits.low', '[{"type":"stop_campaigns"}]' from generate_series(1, $2::int) n`,
    [other.organization_id, AUTOMATION_LIMITS.automations],
  );
  const full = await create({ actions: [{ type: 'stop_campaigns' }] }, other);
  expect(full.error?.code).toBe('automations_full');
});

test('a preview says what would have happened, and nothing does', async () => {
  const other = await server.signUp();
  const label_id = await createLabel('Hot', other);
  const conversation = await makeConversation(server, other.organization_id);
  await receiveReply(server, conversation, { text: 'Yes <please>' });
  const given = body({
    conditions: [{ field: 'text', operator: 'contains', values: ['PLEASE'] }],
    actions: [
      { type: 'add_label', label_id },
      { type: 'assign', user_id: other.user_id },
    ],
  });
  const { data } = await other.call(api.previewAutomation, { body: given });
  expect(data).toMatchObject({
    events: 1,
    matched: 1,
    is_cut: false,
    examples: [
      { lead: { id: conversation.prospect_id }, texts: ['Add the label “Hot”', expect.stringContaining('Assign')] },
    ],
  });
  const none = { ...given, conditions: [{ field: 'text', operator: 'is' as const, values: ['no'] }] };
  expect((await other.call(api.previewAutomation, { body: none })).data).toMatchObject({ events: 1, matched: 0 });
  const written = await server.owner.query('select from prospect_labels where prospect_id = $1', [
    conversation.prospect_id,
  ]);
  expect(written.rowCount).toBe(0);
});

test('finding events for a preview ends in time', async () => {
  const lock = await server.owner.connect();
  try {
    await lock.query('begin; lock table webhook_messages in access exclusive mode');
    const found = await server.program.system.forOrganization(person.organization_id).snapshot((reader) => {
      const since = new Date('2026-01-01T00:00:00Z');
      return listPastEvents(reader, { type: 'credits.low', since, limit: 5, time: '50ms' });
    });
    expect(found).toBeNull();
  } finally {
    await lock.query('rollback');
    lock.release();
  }
});

test('past steps of campaigns and interest are known to a preview', async () => {
  const other = await server.signUp();
  const conversation = await makeConversation(server, other.organization_id);
  await server.owner.query(
    `insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome)
      select $1, $2, $3, $4, min(id), 'done' from campaign_nodes where campaign_id = $2`,
    [other.organization_id, conversation.campaign_id, conversation.campaign_lead_id, conversation.prospect_id],
  );
  const sent = body({ trigger_type: 'email.sent', actions: [{ type: 'stop_campaigns' }] });
  expect((await other.call(api.previewAutomation, { body: sent })).data).toMatchObject({ events: 1, matched: 1 });
});

test('the address of Slack is sealed, tested, and never shown', async () => {
  const other = await server.signUp();
  const bad = await other.call(api.saveSlackConnection, { body: { url: 'https://evil.example/', name: '' } });
  expect(bad.error?.code).toBe('slack_url_invalid');
  const saved = await other.call(api.saveSlackConnection, { body: { url: SLACK_ADDRESS, name: '#sales' } });
  expect(JSON.stringify(saved.data)).not.toContain('secret');
  const { rows } = await server.owner.query('select sealed_url from slack_connections where organization_id = $1', [
    other.organization_id,
  ]);
  expect(rows[0].sealed_url.toString('utf8')).not.toContain('secret');
  chat.posted.length = 0;
  expect((await other.call(api.testSlackConnection)).status).toBe(200);
  expect(chat.posted).toMatchObject([{ url: SLACK_ADDRESS }]);
  await other.call(api.deleteSlackConnection);
  expect((await other.call(api.testSlackConnection)).error?.code).toBe('slack_not_connected');
});
