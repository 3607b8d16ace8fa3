import type pg from 'pg';

interface Column {
  table: string;
  column: string;
  type: string;
  has_default: boolean;
  is_nullable: boolean;
  /** Tables of the organization that it names a row of. */
  references: string[];
  /** A word a check constraint accepts, where the column is an enumeration. */
  word: string | null;
}

/** Tables whose rows only their own machinery can make sensible; their policies are proven in schema.test.ts. */
export const unplanted = ['outbox_events', 'live_messages', 'live_sequences', 'live_tickets', 'one_time_codes'];

/** One row in every tenant table of the organization, parents first, every free text a canary. */
export async function plantRows(
  db: pg.ClientBase,
  organizationId: number,
  userId: number,
  canary: string,
): Promise<void> {
  const tables = await tenantTables(db);
  const columns = await db.query<Column>(columnsQuery);
  // The monthly table of the rows below.
  await db.query(`select open_event_months('2026-11-20', '2026-11-20')`);
  await db.query('set session_replication_role = replica');
  const made = new Map<string, number>([
    ['organizations', organizationId],
    ['users', userId],
  ]);
  let waiting = tables.filter((table) => !['organizations', 'users', 'sessions', ...unplanted].includes(table));
  for (let round = 0; round < 6 && waiting.length > 0; round += 1) {
    const refused: string[] = [];
    for (const table of waiting) {
      const id = await plantRow(
        db,
        table,
        columns.rows.filter((column) => column.table === table),
        made,
        organizationId,
        canary,
      );
      if (id === null) refused.push(table);
      else made.set(table, id);
    }
    waiting = refused;
  }
  await db.query('set session_replication_role = origin');
}

async function plantRow(
  db: pg.ClientBase,
  table: string,
  columns: Column[],
  made: Map<string, number>,
  organizationId: number,
  canary: string,
): Promise<number | null> {
  const wanted = columns.filter(
    (column) =>
      column.column === 'organization_id' ||
      column.references.length > 0 ||
      isText(column) ||
      // A key without a hash would be the connection of an app.
      column.column === 'key_hash' ||
      (!column.is_nullable && !column.has_default),
  );
  const values = wanted.map((column) => valueFor(column, made, organizationId, canary));
  for (const attempt of [
    values,
    values.map((value, index) =>
      wanted[index]?.is_nullable && wanted[index]?.column !== 'organization_id' ? null : value,
    ),
  ]) {
    try {
      const row = await db.query(
        `insert into ${table} (${wanted.map((column) => column.column).join(', ')}) values (${attempt.map((_, index) => `$${index + 1}`).join(', ')}) returning *`,
        attempt,
      );
      return Number(row.rows[0].id ?? row.rows[0].prospect_id ?? 0);
    } catch (error) {
      if (process.env.TEST_LOG) process.stderr.write(`${table}: ${error}\n`);
    }
  }
  return null;
}

const isText = (column: Column): boolean => /^(text|citext)$/.test(column.type) && !isMachinery.test(column.column);

/** Text that only the program writes: a canary in it would say nothing. */
const isMachinery = /_key$|token|timezone|language|holiday_calendar/;

function valueFor(column: Column, made: Map<string, number>, organizationId: number, canary: string): unknown {
  if (column.column === 'organization_id') return organizationId;
  // A budget's scope is checked by a pattern, which names no word to plant.
  if (column.table === 'sending_days' && column.column === 'scope') return 'account';
  // A letter.
  if (column.table === 'placement_copies' && column.column === 'variant') return 'a';
  // Names of CRMs are declared in code.
  if (column.column === 'integration_type') return 'HUBSPOT';
  // What the guard says of a domain is the only state that names one.
  if (column.table === 'guard_states' && column.column === 'scope') return 'domain';
  // A row shares a task or a snippet, never both.
  if (column.table === 'agency_shares' && column.column === 'segment_id') return null;
  // Digests have a length of their own.
  if (column.table === 'security_days' && column.type === 'text') return '0'.repeat(64);
  // A run is of an automation or of a rule, never both.
  if (column.table === 'automation_runs' && column.column === 'rule_id') return null;
  // An approval is about a campaign or a lead, never both.
  if (column.table === 'approvals' && column.column === 'prospect_id') return null;
  const parent = column.references.find((table) => made.has(table));
  if (column.references.length > 0) return parent === undefined ? null : made.get(parent) || 1;
  // Before numbers: `bigint[]` is none.
  if (/\[\]$/.test(column.type)) return [];
  if (/int|numeric|double|real/.test(column.type)) return 1;
  if (column.type === 'boolean') return false;
  // A point of a curve.
  if (column.table === 'push_devices' && column.type === 'bytea') return Buffer.alloc(65, canary);
  if (column.type === 'bytea') return Buffer.from(canary);
  // So are events of the catalog and what an automation does.
  if (column.column === 'trigger_type') return 'reply.received';
  if (column.table === 'automations' && column.column === 'actions')
    return JSON.stringify([{ type: 'send_slack', text: canary }]);
  if (/json/.test(column.type)) return '{}';
  if (/timestamp/.test(column.type)) return new Date('2026-11-20T10:00:00Z');
  if (column.type === 'date') return '2026-11-20';
  if (column.type === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return column.word ?? canary;
}

const columnsQuery = `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    (d.adbin is not null or a.attidentity <> '' or a.attgenerated <> '') as has_default, not a.attnotnull as is_nullable,
    (select coalesce(array_agg(f.confrelid::regclass::text order by cardinality(f.conkey), f.oid), '{}') from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.conkey[cardinality(f.conkey)] = a.attnum
        and (cardinality(f.conkey) = 1 or (cardinality(f.conkey) = 2 and f.conkey[1] = o.attnum))) as references,
    (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::text') from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as word
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  left join pg_attribute o on o.attrelid = c.oid and o.attname = 'organization_id'
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

export async function tenantTables(db: pg.ClientBase): Promise<string[]> {
  const rows = await db.query<{
    name: string;
  }>(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p') and not c.relispartition and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') order by c.oid`);
  return rows.rows.map((row) => row.name);
}

/** A digest of all rows of the organization, a table each, at one moment; sessions move with every request. */
export async function computeDigests(db: pg.ClientBase, organizationId: number): Promise<Map<string, string>> {
  const tables = (await tenantTables(db)).filter((table) => table !== 'sessions');
  const parts = tables.map(
    (table) => `select '${table}' as name, md5(string_agg(t::text, '|' order by t::text)) as digest
      from ${table} t where organization_id = $1`,
  );
  const rows = await db.query<{ name: string; digest: string | null }>(parts.join(' union all '), [organizationId]);
  return new Map(rows.rows.map(({ name, digest }) => [name, digest ?? '']));
}
