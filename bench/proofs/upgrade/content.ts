import pg from 'pg';

/** What an upgrade changes in tables of 1.0.0-rc.1, by the migration that does it. Anything else is a fault. */
const MEANT_TO_CHANGE: Record<string, string> = {
  address_check_settings: '0046_settings_of_organizations',
  'campaign_lanes.asked_anew_up_to': '0065_plain_column_names',
  'data_digests.told_until': '0065_plain_column_names',
  // Only where a campaign of the former program was put aside at its start.
  'campaign_lanes.look_at': '0364_wake_started_campaigns',
};

export const listUnexplained = (changes: readonly string[]): string[] =>
  changes.filter((change) => !(change in MEANT_TO_CHANGE));

/** Columns of each table, partitions counted with the table they are of. */
type Tables = Map<string, string[]>;

export async function withDatabase<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Its own list, which an upgrade is to change. */
const LIST_OF_MIGRATIONS = 'migrations';

async function listTables(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> $1
     group by c.oid, c.relname order by c.relname`,
    [LIST_OF_MIGRATIONS],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Of the rows of a table in any order, as far as these columns say. */
async function computeDigest(client: pg.Client, table: string, columns: readonly string[]): Promise<string> {
  const values = columns.map((column) => `coalesce(${quote(column)}::text, '<null>')`).join(`, `);
  const { rows } = await client.query<{ digest: string }>(
    `select count(*) || ' rows, ' || coalesce(md5(string_agg(line, '' order by line)), '') as digest
     from (select md5(array[${values}]::text) as line from ${quote(table)}) as lines`,
  );
  return rows[0]!.digest;
}

interface Content {
  digests: Map<string, string>;
  rows: number;
}

export async function loadContent(client: pg.Client): Promise<Content> {
  const tables = await listTables(client);
  const digests = new Map<string, string>();
  for (const [table, columns] of tables) digests.set(table, await computeDigest(client, table, columns));
  const rows = [...digests.values()].reduce((sum, text) => sum + Number.parseInt(text, 10), 0);
  return { digests, rows };
}

/** What of the content before is not there afterwards, column by column. New tables, columns and rows of new tables are none of it. */
export async function findChanges(before: pg.Client, after: pg.Client): Promise<string[]> {
  const [then, now] = [await listTables(before), await listTables(after)];
  const changes: string[] = [];
  for (const [table, columns] of then) {
    const present = now.get(table);
    if (!present) {
      changes.push(table);
      continue;
    }
    changes.push(...columns.filter((column) => !present.includes(column)).map((column) => `${table}.${column}`));
    const shared = columns.filter((column) => present.includes(column));
    const digests = (of: readonly string[]) =>
      Promise.all([computeDigest(before, table, of), computeDigest(after, table, of)]);
    const [one, other] = await digests(shared);
    if (one === other) continue;
    const changed: string[] = [];
    for (const column of shared) {
      const [former, present] = await digests([column]);
      if (former !== present) changed.push(`${table}.${column}`);
    }
    changes.push(...(changed.length > 0 ? changed : [`${table} (rows)`]));
  }
  return changes;
}
