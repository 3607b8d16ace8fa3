import { api } from '@overture/contract';
import { beforeAll, expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../testing/harness.ts';

const server = useTestServer();
type Person = TestClient & { user_id: number };
let manager: Person & { organization_id: number };
let member: Person;

beforeAll(async () => {
  manager = await server.signUp();
  const { rows } = await server.owner.query(
    `insert into users (organization_id, email, name, role, password_hash, verified_at)
     select organization_id, 'mia@made-by.example', 'Mia Member', 'RESTRICTED', password_hash, verified_at
     from users where id = $1 returning id`,
    [manager.user_id],
  );
  const body = { email: 'mia@made-by.example', password: 'correct horse' };
  const { data } = await server.anonymous.call(api.login, { body });
  member = { ...createClient(server.program, data.data?.token ?? ''), user_id: Number(rows[0].id) };
});

/** A row as this person would have made it. */
async function insert(table: string, columns: Record<string, unknown>): Promise<number> {
  const given = { organization_id: manager.organization_id, ...columns };
  const names = Object.keys(given);
  const { rows } = await server.owner.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(given),
  );
  return Number(rows[0].id);
}

let count = 0;
const name = (): string => `Thing ${++count}`;
const sender = (connected_by: number) =>
  insert('accounts', {
    ...{ account_type: 'LINKEDIN', name: name(), status: 'OK', is_base_account: true, connected_by },
    provider_account_id: `seat-${count}`,
  });

/** Adds `created_by` and the organization. */
const made = (table: string, columns: () => Record<string, unknown>) => (created_by: number) =>
  insert(table, { ...columns(), created_by });

let lead: number;
beforeAll(async () => {
  lead = await insert('prospects', { first_name: 'Lea', last_name: 'Lead' });
});

type Shown = { id: number; may_delete: boolean };
interface Kind {
  what: string;
  /** As this user would have created it; left out if the author is not recorded. */
  make: (by: number) => Promise<number>;
  list: (who: Person) => Promise<readonly Shown[]>;
  remove: (who: Person, id: number) => Promise<unknown>;
  /** Only users who may delete everything delete these: the author was not recorded. */
  hasNoMaker?: true;
}

const flow = JSON.stringify([
  { id: 1, parent_id: null, branch: null, delay_in_hours: 0, kind: 'step', type: 'VISIT_LINKEDIN_PROFILE' },
]);
const label = () => ({ name: name(), color: '#ADADAD' });

const kinds: Kind[] = [
  {
    what: 'a sender',
    make: sender,
    list: async (who) => (await who.call(api.listAccounts, {})).data.accounts,
    remove: (who, id) => who.call(api.removeAccount, { params: { id } } as never),
  },
  {
    what: 'a snippet',
    make: made('ai_segments', () => ({ name: name(), instructions: 'Write.', amount_of_sentences: 1 })),
    list: async (who) => (await who.call(api.listAiSegments, {})).data.segments,
    remove: (who, id) => who.call(api.deleteAiSegment, { body: { id } }),
  },
  {
    what: 'a template',
    make: made('campaign_templates', () => ({ name: name(), flow })),
    list: async (who) => (await who.call(api.listTemplates, {})).data.organization,
    remove: (who, id) => who.call(api.deleteTemplate, { params: { id } }),
  },
  {
    what: 'a note',
    make: (user_id) => insert('chat_notes', { prospect_id: lead, user_id, content: name() }),
    list: async (who) => (await who.call(api.listNotes, { params: { id: lead } })).data.notes,
    remove: (who, noteId) => who.call(api.deleteNote, { params: { id: lead, noteId } }),
  },
  {
    what: 'a research task',
    make: made('enrichment_prompts', () => ({ name: name(), prompt: 'Ask.', output_type: 'SHORT_TEXT' })),
    list: async (who) => (await who.call(api.listResearchTasks, {})).data,
    remove: (who, id) => who.call(api.deleteResearchTask, { params: { id } }),
  },
  {
    what: 'a board',
    make: made('kanban_boards', () => ({ name: name() })),
    list: async (who) => (await who.call(api.listKanbanBoards, { query: {} })).data.boards,
    remove: (who, id) => who.call(api.deleteKanbanBoard, { params: { id } }),
  },
  {
    what: 'a board that is open',
    make: made('kanban_boards', () => ({ name: name() })),
    list: async (who) => {
      const { boards } = (await who.call(api.listKanbanBoards, { query: {} })).data;
      const opened = boards.map(({ id }) => who.call(api.getKanbanBoard, { params: { id }, query: {} }));
      return (await Promise.all(opened)).map(({ data }) => data.board);
    },
    remove: (who, id) => who.call(api.deleteKanbanBoard, { params: { id } }),
  },
  {
    what: 'a signature',
    make: made('signatures', () => ({ name: name(), signature: '<p>Ada</p>' })),
    list: async (who) => (await who.call(api.listSignatures, {})).data.signatures,
    remove: (who, id) => who.call(api.deleteSignature, { params: { id } }),
  },
  {
    what: 'a saved view of lead lists',
    make: made('lead_views', () => ({ name: name() })),
    list: async (who) => (await who.call(api.listLeadViews, {})).data.views,
    remove: (who, id) => who.call(api.deleteLeadView, { params: { id } }),
  },
  {
    what: 'a saved search of the finder',
    make: made('finder_searches', () => ({ name: name(), filters: '{}', new_after: 0, counted_to: 0 })),
    list: async (who) => (await who.call(api.listFinderSearches, {})).data.searches,
    remove: (who, id) => who.call(api.deleteFinderSearch, { params: { id } }),
  },
  {
    what: 'a campaign label',
    make: () => insert('labels', label()),
    list: async (who) => (await who.call(api.listLabels, {})).data.labels,
    remove: (who, id) => who.call(api.deleteLabel, { params: { id } }),
    hasNoMaker: true,
  },
  {
    what: 'an inbox label',
    make: () => insert('chat_labels', label()),
    list: async (who) => (await who.call(api.listChatLabels, {})).data.labels,
    remove: (who, id) => who.call(api.deleteChatLabel, { params: { id } }),
    hasNoMaker: true,
  },
  {
    what: 'a column of leads',
    make: async () =>
      (await member.call(api.createLeadColumn, { body: { name: name(), type: 'text' } })).data.column.id,
    list: async (who) => (await who.call(api.listLeadColumns, {})).data.columns,
    remove: (who, id) => who.call(api.deleteLeadColumn, { params: { id } }),
    hasNoMaker: true,
  },
];

test.each(kinds)('$what: the screen offers deletion exactly if the server allows it', async (kind) => {
  const ids = { others: await kind.make(manager.user_id), own: await kind.make(member.user_id) };
  const listMayDelete = async (who: Person, id: number) =>
    (await kind.list(who)).find((one) => one.id === id)?.may_delete;
  const listed = async (who: Person) => [await listMayDelete(who, ids.others), await listMayDelete(who, ids.own)];
  const ownGoes = !kind.hasNoMaker;
  expect(await listed(member)).toEqual([false, ownGoes]);
  expect(await listed(manager)).toEqual([true, true]);
  expect(await kind.remove(member, ids.others)).toMatchObject({ status: 403, error: { code: 'not_yours' } });
  expect(await kind.remove(member, ids.own)).toMatchObject({ status: ownGoes ? 200 : 403 });
  expect(await kind.remove(manager, ids.others)).toMatchObject({ status: 200 });
  expect(await kind.remove(manager, await kind.make(member.user_id))).toMatchObject({ status: 200 });
});

test('built-in things cannot be deleted, and every list says so', async () => {
  for (const who of [manager, member]) {
    const { segments } = (await who.call(api.listAiSegments, {})).data;
    const tasks = (await who.call(api.listResearchTasks, {})).data;
    const built = [...segments, ...tasks].filter(({ organization_id }) => organization_id === null);
    expect(built.length).toBeGreaterThan(0);
    expect(built.filter(({ may_delete }) => may_delete)).toEqual([]);
  }
});
