import { api } from '@overture/contract';
import type { AutomationBody } from '@overture/contract/automations';
import { beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeConversation, receiveReply } from '../../chats/chats.factory.ts';
import { runAllDue } from '../automations.factory.ts';
import { carryOut } from './actions.service.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
let members: number[];
beforeEach(async () => {
  person = await server.signUp();
  members = [person.user_id, await addMember('Eva'), await addMember('Tom')];
});

const query = (text: string, values: unknown[] = []) => server.owner.query(text, values);

async function addMember(name: string): Promise<number> {
  const { rows } = await query(
    `insert into users (organization_id, email, name, verified_at) values ($1, $2, $3, now()) returning id`,
    [person.organization_id, `${name.toLowerCase()}${person.organization_id}@team.example`, name],
  );
  return rows[0].id;
}

async function start(user_ids: number[]): Promise<number> {
  const body: AutomationBody = {
    ...{ name: 'Share', trigger_type: 'reply.received', match: 'all', conditions: [] },
    actions: [{ type: 'assign_in_turn', user_ids }],
  };
  const made = await person.call(api.createAutomation, { body });
  expect(made.status).toBe(201);
  const { id } = made.data.automation;
  await person.call(api.previewStoredAutomation, { params: { id } });
  await person.call(api.switchAutomation, { params: { id }, body: { is_active: true } });
  return id;
}

async function receive(amount: number): Promise<number[]> {
  const leads: number[] = [];
  for (let n = 0; n < amount; n += 1) {
    const conversation = await makeConversation(server, person.organization_id);
    leads.push(conversation.prospect_id);
    await receiveReply(server, conversation, { text: 'Yes' });
  }
  await runAllDue(server.program.system);
  return leads;
}

const assigneesOf = async (leads: number[]): Promise<(number | null)[]> => {
  const { rows } = await query('select prospect_id, assigned_user_id from chats where prospect_id = any($1)', [leads]);
  const by = new Map(rows.map((row) => [row.prospect_id, row.assigned_user_id]));
  return leads.map((lead) => by.get(lead) ?? null);
};

const effectsOf = async (id: number) =>
  (await person.call(api.listAutomationRuns, { params: { id } })).data.runs.flatMap(({ effects }) => effects);

test('conversations go round the members, and one that is assigned stays', async () => {
  const id = await start(members);
  const assignees = await assigneesOf(await receive(6));
  for (const member of members) expect(assignees.filter((one) => one === member)).toHaveLength(2);
  const [lead] = await receive(1);
  const [before] = await assigneesOf([lead!]);
  const ctx = server.program.system.forOrganization(person.organization_id);
  const cause = { prospect_id: lead!, message_id: null, name: 'Share', rule_id: null };
  const again = await ctx.transaction((tx) => carryOut(tx, { type: 'assign_in_turn', user_ids: members }, cause));
  expect(again).toMatchObject({ has_changed: false, note: expect.stringContaining('is assigned to') });
  expect(await assigneesOf([lead!])).toEqual([before]);
  expect((await effectsOf(id)).map(({ state }) => state)).toEqual(Array(7).fill('done'));
});

test('conversations at the same moment are turns of different members', async () => {
  const leads = await receive(6);
  const ctx = server.program.system.forOrganization(person.organization_id);
  await Promise.all(
    leads.map((prospect_id) =>
      ctx.transaction((tx) =>
        carryOut(
          tx,
          { type: 'assign_in_turn', user_ids: members },
          { prospect_id, message_id: null, name: 'Share', rule_id: null },
        ),
      ),
    ),
  );
  const assignees = await assigneesOf(leads);
  for (const member of members) expect(assignees.filter((one) => one === member)).toHaveLength(2);
});

test('a member who left is passed over; without any member the automation needs attention', async () => {
  const id = await start(members.slice(1));
  await query('update users set active = false where id = $1', [members[1]]);
  expect(await assigneesOf(await receive(2))).toEqual([members[2], members[2]]);
  await query('update users set active = false where id = $1', [members[2]]);
  const { data } = await person.call(api.listAutomations);
  const text = 'The member may no longer sign in.';
  expect(data.automations.find((one) => one.id === id)?.problems).toEqual([
    { position: 0, text, sentence: { words: text, values: {} } },
  ]);
  expect(await assigneesOf(await receive(1))).toEqual([null]);
});

test('a member of another organization gets nothing', async () => {
  const other = await server.signUp();
  await start([members[1]!, other.user_id]);
  expect(await assigneesOf(await receive(2))).toEqual([members[1], members[1]]);
});

test.each([
  ['one member', (id: number) => [id]],
  ['the same member twice', (id: number) => [id, id]],
])('turns of %s are refused', async (_, choose) => {
  const body: AutomationBody = {
    ...{ name: 'Share', trigger_type: 'reply.received', match: 'all', conditions: [] },
    actions: [{ type: 'assign_in_turn', user_ids: choose(person.user_id) }],
  };
  expect((await person.call(api.createAutomation, { body })).status).toBeGreaterThanOrEqual(400);
});
