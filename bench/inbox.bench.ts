import { fillInbox, type InboxData } from './data/inbox-data.ts';
import type { BenchServer } from './support/bench-server.ts';
import { type Bench, type Measurement, percentile, rowsOfBench } from './support/measure.ts';
import { measureServer } from './support/measure-in.ts';

const callsEach = 60;
const goalInMs = 60;

/**
 * A page of the inbox over HTTP, at 1M messages in 100,000 conversations of one organization: every folder, every filter
 * with a common and a rare value, search, deep pages, the history of a conversation. The reference is the bare page of the
 * inbox's index, with nothing around it.
 */
export const bench: Bench = { run: () => measureServer((server) => measure(server, rowsOfBench)) };

async function measure(server: BenchServer, messages: number): Promise<Measurement[]> {
  const person = await server.signUp();
  const data = await fillInbox(server.owner, person.organization_id, messages);
  const pages = queriesOf(data);
  for (const [, query] of pages) await call(person, query); // warms up
  const taken = new Map<string, number[]>(pages.map(([name]) => [name, []]));
  const bare: number[] = [];
  for (let round = 0; round < callsEach; round += 1) {
    for (const [name, query] of pages) taken.get(name)?.push(await call(person, query));
    bare.push(await bareInMs(server, person.organization_id));
  }
  const reference = percentile(bare, 0.95);
  const rows = [...taken].map(([name, values]) => figure(name, percentile(values, 0.95), reference));
  const all = [...taken.values()].flat();
  return [
    ...rows,
    figure(`all of these, ${messages} messages`, percentile(all, 0.95), reference),
    await unreadBadge(server, person.organization_id),
  ];
}

function queriesOf(data: InboxData): [string, string][] {
  const list = (query: string) => `/chats/?limit=15&${query}`;
  return [
    ['inbox', list('page=1')],
    ['inbox, page 500', list('page=500')],
    ['unread', list('unread_only=true')],
    ['sent and awaiting reply', list('awaiting_reply=true')],
    ['awaiting reply, page 3000', list('awaiting_reply=true&page=3000')],
    ['important', list('is_flagged=true')],
    ['trash', list('show_deleted=true')],
    ['reminders', list('reminders=true')],
    ['assigned to me', list('assigned_to=me')],
    ['assigned to me, awaiting reply', list('assigned_to=me&awaiting_reply=true')],
    ['unassigned', list('assigned_to=nobody')],
    ['assigned to a colleague', list(`assigned_to=${data.members.colleague}`)],
    ['assigned to a new colleague', list(`assigned_to=${data.members.new}`)],
    ['common class', list('reply_class=neutral')],
    ['rare class', list('reply_class=referral')],
    ['common class, page 300', list('reply_class=neutral&page=300')],
    ['rare class, assigned to me', list('reply_class=referral&assigned_to=me')],
    ['class and awaiting reply', list('reply_class=interested&awaiting_reply=true')],
    ['class without replies', list('reply_class=bounce')],
    ['classes of a common campaign', `/campaigns/${data.campaigns.common}/analytics/classes/`],
    ['classes of a rare campaign', `/campaigns/${data.campaigns.rare}/analytics/classes/`],
    ['common sender', list(`sending_accounts=${data.accounts.common}`)],
    ['rare sender', list(`sending_accounts=${data.accounts.rare}`)],
    ['rare sender, awaiting reply', list(`awaiting_reply=true&sending_accounts=${data.accounts.rare}`)],
    ['common label', list(`labels=${data.labels.common}`)],
    ['rare label', list(`awaiting_reply=true&labels=${data.labels.rare}`)],
    ['common campaign', list(`campaign=${data.campaigns.common}`)],
    ['rare campaign', list(`awaiting_reply=true&campaign=${data.campaigns.rare}`)],
    ['status interested', list('status=INTERESTED')],
    ['status replied', list('status=REPLIED')],
    [
      'all filters',
      list(
        `status=REPLIED&sending_accounts=${data.accounts.common}&labels=${data.labels.common}&campaign=${data.campaigns.common}&unread_only=true`,
      ),
    ],
    ['search: common word', list(`search_query=${data.words.common}`)],
    ['search: rare word', list(`search_query=${data.words.rare}`)],
    ['search: name', list(`search_query=${data.words.name}`)],
    ['search: part of a name', list('search_query=pers')],
    ['search: nothing found', list(`search_query=${data.words.nothing}`)],
    ['search: two words', list(`search_query=${data.words.common}%20${data.words.rare}`)],
    ['unread count', '/chats/unread-count/'],
    ['senders', '/chats/senders/'],
  ];
}

type Person = Awaited<ReturnType<BenchServer['signUp']>>;

async function call(person: Person, path: string): Promise<number> {
  const start = performance.now();
  const answer = await person.call('GET', path);
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${body}`);
  return performance.now() - start;
}

async function bareInMs(server: BenchServer, organizationId: number): Promise<number> {
  const start = performance.now();
  await server.owner.query(
    `select * from chats where organization_id = $1 and archived_at is null and remind_at is null and is_conversation
     order by listed_at desc, prospect_id desc limit 15`,
    [organizationId],
  );
  return performance.now() - start;
}

function figure(what: string, p95: number, reference: number): Measurement {
  return {
    what: `inbox page: ${what}`,
    product: `p95 ${p95.toFixed(1)} ms`,
    reference: `p95 ${reference.toFixed(1)} ms`,
    ratio: p95 / reference,
    goal: `< ${goalInMs} ms`,
    is_met: p95 < goalInMs,
  };
}

async function unreadBadge(server: BenchServer, organizationId: number): Promise<Measurement> {
  const plan = await server.owner.query(
    `explain (analyze, buffers, format json) select count(*) from (select from chats where organization_id = ${organizationId}
     and archived_at is null and remind_at is null and has_unread limit 1000) unread`,
  );
  const time = plan.rows[0]['QUERY PLAN'][0]['Execution Time'] as number;
  return { what: 'counting unread in the database', product: `${time.toFixed(2)} ms` };
}
