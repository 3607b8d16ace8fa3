import { api } from '@overture/contract';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    person.organization_id,
  ]);
});

const fill = (columns: string, values: string, amount: number) => {
  const [table, names] = columns.split(': ');
  return server.owner.query(
    `insert into ${table} (organization_id, ${names}) select $1, ${values} from generate_series(1, $2::int) n`,
    [person.organization_id, amount],
  );
};
const words = (limit: number, things: string, remedy = 'delete') =>
  `You have ${limit.toLocaleString('en')} ${things}, the maximum. Please ${remedy} some first.`;

test('campaigns end at a limit; archived ones count not, and are the first that the list leaves out', async () => {
  const create = () => person.call(api.createCampaign, { body: { name: 'One more' } });
  await fill('campaigns: name, status', `'Old ' || n, 'ARCHIVED'`, 3);
  await fill('campaigns: name', `'C ' || n`, LIST_LIMITS.campaigns - 1);
  const last = (await create()).data.campaign;
  const refused = [
    await create(),
    await person.call(api.duplicateCampaign, { params: { id: last.id } }),
    await person.call(api.createFromTemplate, { body: { template_id: 1 } }),
  ];
  const reason = words(LIST_LIMITS.campaigns, 'campaigns that are not archived', 'archive');
  expect(refused.map(({ status, error }) => [status, error.error])).toEqual(refused.map(() => [400, reason]));
  await fill('campaigns: name, status, created_at', `'New ' || n, 'ARCHIVED', now() + interval '1 day'`, 1);
  const { campaigns } = (await person.call(api.listCampaigns)).data;
  expect(campaigns).toHaveLength(LIST_LIMITS.campaigns);
  expect(campaigns.filter(({ status }) => status === 'ARCHIVED')).toEqual([]);
  await server.owner.query(`update campaigns set status = 'ARCHIVED' where id = $1`, [last.id]);
  expect((await create()).status).toBe(200);
});

test('lists end at a limit, archived ones apart', async () => {
  const create = () => person.call(api.createSearch, { body: { name: 'One more' } });
  await fill('searches: name', `'L ' || n`, LIST_LIMITS.lists);
  expect((await create()).error.error).toBe(words(LIST_LIMITS.lists, 'lists that are not archived', 'archive'));
  expect((await person.call(api.listSearches)).data.searches).toHaveLength(LIST_LIMITS.lists);
  await server.owner.query(
    `update searches set status = 'archived' where id = (select max(id) from searches where organization_id = $1)`,
    [person.organization_id],
  );
  expect((await create()).status).toBe(200);
});

test('signatures, research tasks and notes end at a limit, each in words', async () => {
  await fill('signatures: name, signature', `'S ' || n, ''`, LIST_LIMITS.signatures);
  const signature = await person.call(api.createSignature, { body: { name: 'One more', signature: '' } });
  expect(signature.error.error).toBe(words(LIST_LIMITS.signatures, 'signatures'));
  expect((await person.call(api.listSignatures)).data.signatures).toHaveLength(LIST_LIMITS.signatures);

  const columns = 'enrichment_prompts: name, key, prompt, output_type, required_sources';
  await fill(columns, `'T ' || n, 't_' || n, 'Why?', 'NUMBER', '{COMPANY_WEBSITE}'`, LIST_LIMITS.research_tasks);
  const { rows: lists } = await server.owner.query(
    `select min(id)::int as id from searches where organization_id = $1 and status = 'active'`,
    [person.organization_id],
  );
  const fields = { name: 'One more', prompt: 'Why?', output_type: 'NUMBER', required_sources: ['COMPANY_WEBSITE'] };
  const task = await person.call(api.startResearch, {
    params: { searchId: lists[0].id },
    body: { ...fields, prospect_limit: 0 } as never,
  });
  expect(task.error.error).toBe(words(LIST_LIMITS.research_tasks, 'research tasks'));

  const { rows } = await server.owner.query(
    `insert into prospects (organization_id, first_name) values ($1, 'Ada') returning id::int`,
    [person.organization_id],
  );
  const lead = rows[0].id;
  await fill('chat_notes: prospect_id, content', `${lead}, 'N ' || n`, LIST_LIMITS.notes);
  const note = await person.call(api.createNote, { params: { id: lead }, body: { content: 'One more' } });
  expect(note.error.error).toBe(words(LIST_LIMITS.notes, 'notes about this lead'));
});
