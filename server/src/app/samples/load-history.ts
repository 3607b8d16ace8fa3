import { sql } from 'kysely';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { sealConnection } from '../../slices/mailbox-connections/index.ts';
import { describeSandboxMail, type SandboxAddresses } from '../sandbox.ts';
import { type HistoryTable, readHistory, type SampleHistory } from './history-file.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** From here on a Friday and the weekend after it are one stretch, which is as long as the calendar of today lets it be. */
const EVENING = 22 * HOUR;

/** Monday is 0; the first of January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** The working days are counted: the last one of the history falls on the last one before today, and so on backward. */
const workdayOf = (day: number): number => Math.floor((day + 3) / 7) * 5 + Math.min(weekdayOf(day), 4);
const dayOf = (workday: number): number => Math.floor(workday / 5) * 7 + (((workday % 5) + 5) % 5) - 3;

/**
 * Where the instants of the history fall on the calendar of today: working days on working days at the same time of day, nights and
 * weekends between them, in the same order. What has happened is over; what is due comes on the next working days.
 * @returns from milliseconds since the midnight after the history's last working day, a Friday
 */
export function createHistoryCalendar(now: Date): (since_end: number) => Date {
  const today = Math.floor(now.getTime() / DAY);
  const last = workdayOf(today - 1);
  // The history's own days are counted from a Friday, day 1 of 1970.
  const lastOfHistory = workdayOf(1);
  const begin = (workday: number): number => dayOf(workday - lastOfHistory + last) * DAY;
  return (since_end) => {
    const instant = since_end + 2 * DAY;
    const day = Math.floor(instant / DAY);
    const workday = workdayOf(day);
    const passed = instant - dayOf(workday) * DAY;
    const isEvening = weekdayOf(day) > 4 || (weekdayOf(day) === 4 && passed >= EVENING);
    const stretch = begin(workday + 1) - begin(workday) - EVENING;
    const found =
      begin(workday) + (isEvening ? EVENING + ((passed - EVENING) * stretch) / (3 * DAY - EVENING) : passed);
    return new Date(since_end < DAY / 2 ? Math.min(found, now.getTime() - 60_000) : found);
  };
}

type Ids = Map<string, number[]>;
type Row = Record<string, unknown>;

/**
 * Puts the sample organization with its three months into the database: facts that the real program has made, on the days before
 * today, under ids of this database. Sums and counts come from the triggers. All or nothing; a second time is refused, as the
 * address of the sample's person is taken.
 */
export async function loadHistory(
  system: SystemContext,
  sandbox: SandboxAddresses,
  password_hash: string,
): Promise<void> {
  const history = await readHistory();
  const calendar = createHistoryCalendar(system.clock.now());
  // Before the senders exist: a look-up of their seats finds them.
  await restoreSeats(sandbox, history, calendar);
  await system.systemTransaction(async (tx) => {
    const ids: Ids = new Map();
    for (const table of history.tables) ids.set(table.name, await insertTable(tx, table, calendar, ids));
    await sql`update users set password_hash = ${password_hash} where id = ${ids.get('users')?.[0]}`.execute(tx.db);
    await sql`update chats c set last_message_id = (select m.id from chat_messages m where m.prospect_id = c.prospect_id
        order by m.sent_at desc, m.id desc limit 1),
        reply_class = case interest when 'INTERESTED' then 'interested' when 'NOT_INTERESTED' then 'not_interested' end,
        is_class_sure = interest is not null, is_class_by_person = interest is not null where organization_id = ${ids.get('organizations')?.[0]}`.execute(
      tx.db,
    );
    await connectMailboxes(tx, system, sandbox, ids.get('accounts') ?? []);
  });
}

async function insertTable(
  tx: SystemTransactionContext,
  table: HistoryTable,
  calendar: (since_end: number) => Date,
  ids: Ids,
): Promise<number[]> {
  const { name, key, columns } = table;
  if (columns.length === 0) return [];
  const rows = columns[0]?.values.map((_, index) => toRow(table, index, calendar, ids)) ?? [];
  if (name === 'campaign_events') await openMonths(tx, rows);
  // A row that names an earlier one of its own table waits until that has its id.
  const namesItself = columns.some((column) => column.names === name);
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const own: number[] = [];
  ids.set(name, own);
  for (const batch of namesItself ? rows.map((_, index) => [index]) : [rows.map((_, index) => index)]) {
    const given = batch.map((index) => (namesItself ? toRow(table, index, calendar, ids) : rows[index]));
    const { rows: made } = await sql<{ id: number }>`insert into ${sql.table(name)} (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(name)}, ${toJson(given)}::jsonb)
      returning ${key === undefined ? sql`0` : sql.ref(key)} as id`.execute(tx.db);
    own.push(...made.map(({ id }) => id));
  }
  return own;
}

function toRow({ columns }: HistoryTable, index: number, calendar: (since_end: number) => Date, ids: Ids): Row {
  const cells = columns.map(({ name, names, is_instant, values }) => {
    const value = values[index];
    if (typeof value !== 'number') return [name, value];
    if (is_instant) return [name, calendar(value)];
    return [name, names === undefined || value === 0 ? value : ids.get(names)?.[value - 1]];
  });
  return Object.fromEntries(cells);
}

async function openMonths(tx: SystemTransactionContext, rows: readonly Row[]): Promise<void> {
  const instants = rows.map((row) => (row.occurred_at as Date).getTime());
  const [first, last] = [new Date(Math.min(...instants)), new Date(Math.max(...instants))];
  await sql`select open_event_months(${first}, ${last})`.execute(tx.db);
}

/** The servers of the sandbox are others in each installation, and so is the key that passwords are sealed with. */
async function connectMailboxes(
  tx: SystemTransactionContext,
  system: Pick<SystemContext, 'vault'>,
  sandbox: SandboxAddresses,
  accounts: readonly number[],
): Promise<void> {
  const { imap, smtp, password } = describeSandboxMail(sandbox);
  const { rows } = await sql<{ id: number; email: string }>`select id, email::text as email from accounts
    where id = any(${accounts}::bigint[]) and account_type = 'IMAP'`.execute(tx.db);
  for (const { id, email } of rows) {
    const login = { username: email, password };
    const sealed = sealConnection(system, {
      type: 'IMAP',
      email,
      imap: { ...imap, ...login },
      smtp: { ...smtp, ...login },
    });
    await sql`update accounts set sealed_connection = ${sealed} where id = ${id}`.execute(tx.db);
  }
}

async function restoreSeats(
  sandbox: SandboxAddresses,
  { linkedin }: SampleHistory,
  calendar: (since_end: number) => Date,
): Promise<void> {
  const at = (value: unknown): number | null => (typeof value === 'number' ? calendar(value).getTime() : null);
  const date = (entries: Row[]): Row[] =>
    entries.map((entry) => ({
      ...entry,
      at: at(entry.at),
      ...('settled_at' in entry ? { settled_at: at(entry.settled_at) } : {}),
    }));
  const answer = await fetch(`http://${sandbox.http}/unipile/__control/restore`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...linkedin,
      invitations: date(linkedin.invitations),
      messages: date(linkedin.messages),
    }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`The sandbox took no LinkedIn accounts: ${await answer.text()}`);
}
