import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { JsonRow } from '../archive.factory.ts';
import type { TableShape } from '../archive-rows.store.ts';
import type { ArchivedTableName } from '../archived-tables.store.ts';
import { arrive } from './arrivals.service.ts';
import { LEFT_TABLES } from './phases.service.ts';
import { RowError, replaceRefs, type Values } from './references.service.ts';

/** Numbers that look random and are the same in every run. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const MADE_AT = '2026-10-01T00:00:00Z';
const SENT_AT = '2026-10-04T09:00:00Z';
const SAID_AT = '2026-10-06T09:00:00Z';

interface Planting {
  db: pg.ClientBase;
  organization_id: number;
  user_id: number;
  seed: number;
  random: (below: number) => number;
}

/** Inserts rows that name the same columns. Answers their ids. */
async function insert({ db, organization_id }: Planting, table: string, rows: Values[]): Promise<number[]> {
  const columns = Object.keys(rows[0] as object).join(', ');
  const id = table === 'chats' ? 'prospect_id' : 'id';
  const { rows: made } = await db.query(
    `insert into ${table} (organization_id, ${columns}) select $1, ${columns} from json_populate_recordset(null::${table}, $2)
     returning ${id} as id`,
    [organization_id, JSON.stringify(rows)],
  );
  return made.map((row) => Number(row.id));
}

const insertOne = async (planting: Planting, table: string, row: Values): Promise<number> =>
  (await insert(planting, table, [row]))[0] as number;

/** An organization with a campaign under way, whose rows name each other in every way that an archive knows. */
export async function plantCampaigns(
  db: pg.ClientBase,
  organization_id: number,
  user_id: number,
  seed: number,
): Promise<void> {
  const planting: Planting = { db, organization_id, user_id, seed, random: createRandom(seed) };
  const mailbox = await insertOne(planting, 'accounts', {
    ...{ account_type: 'IMAP', status: 'OK', name: 'Sales', email: `sales${seed}@northwind.example` },
  });
  const { people, snippet } = await plantLeads(planting);
  const { campaign, first, second } = await plantFlow(planting, mailbox, snippet);
  await plantRun(planting, { mailbox, people, campaign, first, second });
  await plantInbox(planting, mailbox, people.slice(0, 8));
}

async function plantLeads(planting: Planting): Promise<{ people: number[]; snippet: number }> {
  const { db, organization_id, seed, random, user_id } = planting;
  const prompt = { name: `Funding ${seed}`, output_type: 'NUMBER', key: `funding${seed}` };
  const prompt_id = await insertOne(planting, 'enrichment_prompts', prompt);
  const snippet = await insertOne(planting, 'ai_segments', {
    ...{ name: 'Opening line', instructions: 'Write one.', enrichment_sources: [prompt_id] },
  });
  const source_id = await insertOne(planting, 'lead_sources', { kind: 'csv', detail: `leads${seed}.csv`, user_id });
  const people = await insert(
    planting,
    'prospects',
    Array.from({ length: 20 + random(20) }, (_, index) => ({
      ...{ first_name: `First${index}`, last_name: `Last${seed}`, email: `lead${index}.${seed}@acme.example` },
      ...{ custom: { size: random(9) }, created_at: MADE_AT, source_id, source_row: index + 2 },
    })),
  );
  const list = await insertOne(planting, 'searches', {
    ...{ name: `List ${seed}`, created_by: user_id, total_prospects: people.length },
  });
  await db.query(
    'insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, unnest($3::bigint[])',
    [organization_id, list, people],
  );
  await insert(
    planting,
    'enrichment_answers',
    people.map((prospect_id) => ({ prompt_id, prospect_id, state: 'done', answer: { output: random(50) } })),
  );
  const label = await insertOne(planting, 'chat_labels', { name: `Hot ${seed}`, color: '#ff0000' });
  const actions = [
    { type: 'add_label', label_id: label },
    { type: 'add_to_list', search_id: list },
    { type: 'assign', user_id },
  ];
  await insertOne(planting, 'automations', {
    ...{
      name: `Label ${seed}`,
      trigger_type: 'reply.received',
      match: 'all',
      conditions: [],
      actions,
      is_active: true,
    },
    ...{ failures: 0, edit_version: 1, created_at: MADE_AT },
  });
  await db.query(
    'insert into prospect_labels (organization_id, label_id, prospect_id) select $1, $2, unnest($3::bigint[])',
    [organization_id, label, people.slice(0, 8)],
  );
  await db.query(
    `insert into suppressions (organization_id, kind, email, reason, prospect_id) values ($1, 'address', $2, 'unsubscribe', $3)`,
    [organization_id, `lead3.${seed}@acme.example`, people[3]],
  );
  return { people, snippet };
}

async function plantFlow(planting: Planting, mailbox: number, snippet: number) {
  const { db, organization_id, user_id, seed } = planting;
  const campaign = await insertOne(planting, 'campaigns', {
    ...{
      name: `Spring ${seed}`,
      status: 'ACTIVE',
      email_account_id: mailbox,
      activated_at: MADE_AT,
      created_by: user_id,
    },
  });
  const message = `Hello {{first_name}} <{"type":"snippet","id":${snippet},"name":"Opening line"}>`;
  const node = { campaign_id: campaign, kind: 'step', type: 'EMAIL', subject_line: 'Hi', message, delay_in_hours: 0 };
  const first = await insertOne(planting, 'campaign_nodes', node);
  const second = await insertOne(planting, 'campaign_nodes', { ...node, parent_id: first });
  const none = { message_b: null, subject_line_b: null, placeholder_message: null, placeholder_message_b: null };
  const step = { branch: null, kind: 'step', type: 'EMAIL', delay_in_hours: 0, subject_line: 'Hi', message, ...none };
  const flow = [
    { ...step, id: first, parent_id: null, attachment_ids: [] },
    { ...step, id: second, parent_id: first, attachment_ids: [] },
  ];
  await db.query(
    `insert into campaign_revisions (organization_id, campaign_id, number, flow, changes, published_at) values ($1, $2, 1, $3, $4, now())`,
    [organization_id, campaign, JSON.stringify(flow), JSON.stringify([{ kind: 'added', node_id: second }])],
  );
  return { campaign, first, second };
}

interface Running {
  mailbox: number;
  people: number[];
  campaign: number;
  first: number;
  second: number;
}

async function plantRun(planting: Planting, { mailbox, people, campaign, first, second }: Running): Promise<void> {
  const { db, organization_id, seed, random } = planting;
  const states = ['NOT_STARTED', 'SCHEDULED', 'ACTIVE', 'REPLIED', 'COMPLETED'];
  const members = await insert(
    planting,
    'campaign_leads',
    people.map((prospect_id) => {
      const status = states[random(states.length)] as string;
      const isMoving = status === 'SCHEDULED' || status === 'ACTIVE';
      return {
        ...{ campaign_id: campaign, prospect_id, status, email_account_id: mailbox },
        next_node_id: isMoving ? (status === 'ACTIVE' ? second : first) : null,
        next_at: isMoving ? '2026-11-20T09:00:00Z' : null,
        next_lane: isMoving ? 'email' : null,
        started_at: status === 'NOT_STARTED' ? null : MADE_AT,
        contacted_at: status === 'NOT_STARTED' || status === 'SCHEDULED' ? null : SENT_AT,
        replied_at: status === 'REPLIED' ? SAID_AT : null,
      };
    }),
  );
  const outcomes = ['confirmed', 'confirmed', 'unknown', 'intent', 'rejected'];
  const intents = await insert(
    planting,
    'outbound_intents',
    members.map((ref_id, index) => ({
      ...{ kind: 'campaign_step', ref_id, ref_part: first, account_id: mailbox, prospect_id: people[index] },
      ...{ campaign_id: campaign, given_up: 0, priority: 1, channel: 'email', action: 'email', attempts: 0 },
      ...{ lease_token: 0, created_at: SENT_AT, state: outcomes[random(outcomes.length)], due_at: SENT_AT },
      ...{ subject: 'Hi', body_text: `Hello ${index}`, message_id: `<${seed}.${index}@northwind.example>` },
    })),
  );
  await db.query(
    `insert into campaign_step_runs (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, outcome, intent_id, finished_at)
     select $1, $2, o.ref_id, o.prospect_id, o.ref_part, 'done', o.id, '2026-10-04T09:00:00Z'::timestamptz + o.id % 7 * interval '1 day'
     from outbound_intents o where o.id = any($3::bigint[]) and o.state = 'confirmed'`,
    [organization_id, campaign, intents],
  );
}

async function plantInbox(planting: Planting, mailbox: number, people: number[]): Promise<void> {
  const { db, seed } = planting;
  await insert(
    planting,
    'chats',
    people.map((prospect_id, index) => ({
      ...{ prospect_id, last_message_at: SAID_AT, created_at: SAID_AT, last_preview: `Yes ${index} please` },
      ...{ message_count: 1, replied_at: SAID_AT, last_sent_by_prospect: true, is_conversation: true },
      ...{
        has_unread: false,
        is_flagged: false,
        is_class_sure: false,
        is_class_by_person: false,
        is_class_by_model: false,
      },
    })),
  );
  const messages = await insert(
    planting,
    'chat_messages',
    people.map((prospect_id, index) => ({
      ...{ prospect_id, account_id: mailbox, kind: 'REPLY', delivery: 'SENT', sent_by_prospect: true },
      ...{ message: `Yes ${index} please`, sent_at: SAID_AT, created_at: SAID_AT, read: true, cc_emails: [] },
      ...{ has_remote_content: false, is_unreadable: false, is_timed: false },
      digest: `\\x${createHash('md5').update(`${seed}${index}`).digest('hex')}`,
    })),
  );
  await db.query(
    `update chats c set last_message_id = m.id from chat_messages m where m.prospect_id = c.prospect_id and m.id = any($1::bigint[])`,
    [messages],
  );
}

type Tables = ReadonlyMap<string, JsonRow[]>;

/** What differs between an archive and one made after it was moved in: nothing but ids, and what arrives asleep. */
export function describeTables(
  tables: Tables,
  shapes: readonly TableShape[],
  options: { arrives: boolean; organization_id: number },
): Map<string, string[]> {
  const arrival = { organization_id: options.organization_id, now: '', knows_erased: true };
  const read = (shape: TableShape, row: JsonRow, idOf: Parameters<typeof replaceRefs>[2]): Values | null => {
    const values = replaceRefs(shape, row, idOf);
    const arrived = options.arrives ? arriveOrLeave(shape.name, values, arrival) : values;
    return arrived && leaveOutTimes(shape.name, arrived);
  };
  const places = new Map<string, number>();
  for (const shape of shapes) {
    const keyed = (tables.get(shape.name) ?? []).flatMap((row) => {
      const values = read(shape, row, () => 0);
      return values === null ? [] : [[row, JSON.stringify(sortKeys(withoutIds(values)))] as const];
    });
    const sorted = [...new Set(keyed.map(([, key]) => key))].sort();
    for (const [row, key] of keyed) places.set(`${shape.name}:${row._id}`, sorted.indexOf(key) + 1);
  }
  const stays = [...LEFT_TABLES.map(({ table }) => table), 'organizations', 'erasure_keys'];
  return new Map(
    shapes
      .filter(({ name }) => !stays.includes(name))
      .map((shape) => {
        const rows = (tables.get(shape.name) ?? []).flatMap((row) => {
          const values = read(shape, row, ({ table, id }) => places.get(`${table}:${id}`) ?? 0);
          return values === null ? [] : [JSON.stringify(sortKeys(values))];
        });
        return [shape.name, rows.sort()];
      }),
  );
}

const withoutIds = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 0 && !Array.isArray(value)));

const sortKeys = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => one.localeCompare(other)));

function arriveOrLeave(table: ArchivedTableName, values: Values, arrival: Parameters<typeof arrive>[2]): Values | null {
  try {
    return arrive(table, values, arrival);
  } catch (error) {
    if (error instanceof RowError) return null;
    throw error;
  }
}

/** Senders wait to be connected, with the state of this installation; what was switched off was so at that moment. */
function leaveOutTimes(table: string, { off_at: _, ...values }: Values): Values {
  if (table === 'sending_days')
    return { ...values, scope: String(values.scope).replace(/\d+/, 'n'), scope_account: null, scope_id: null };
  if (table !== 'accounts') return values;
  return { ...values, status: values.deleted_at ? 'DELETED' : 'CREDENTIALS' };
}
