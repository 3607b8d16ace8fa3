import type { ArchiveImportReport } from '@overture/contract/archive-imports';
import { isEmailAccount } from '@overture/domain/accounts';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, SystemContext } from '../../../kernel/context.ts';
import { listMigrationNames } from '../../../kernel/db/migration-history.ts';
import { listShapes, type TableShape } from '../archive-rows.store.ts';
import { ARCHIVED_TABLES, type ArchivedTableName } from '../archived-tables.store.ts';
import { checkArchive } from '../reading/archive-check.service.ts';
import { loadManifest, type Manifest } from '../reading/manifest.service.ts';
import { parseRow, type ReadRow, readLines } from '../reading/read-rows.service.ts';
import { openZip, type ZipEntries } from '../reading/zip-entries.service.ts';
import * as imports from './archive-imports.store.ts';
import { LEFT_OUT } from './arrivals.service.ts';
import { ImportEndedError } from './import-archive.service.ts';
import * as store from './import-rows.store.ts';
import { LEFT_TABLES, PHASES } from './phases.service.ts';
import { openStoredFile } from './source.service.ts';

const LEADS_AT_ONCE = 1000;
const BYTES_AT_ONCE = 8 * 1024 ** 2;
/** Senders and existing names that the report lists at most. */
const SHOWN = 20;
const MOST_NAMES = 10_000;
/** No screen takes longer ones. */
const MAX_NAME = 500;

/** Kinds whose names may exist here already: both are kept. */
const NAMED = {
  campaigns: 'campaigns',
  searches: 'lists',
  campaign_templates: 'templates',
  ai_segments: 'snippets',
  kanban_boards: 'boards',
  automations: 'automations',
} as const satisfies Partial<Record<ArchivedTableName, string>>;

const TITLES: Record<string, string> = {
  crm_links: 'Links to CRM records',
  credit_entries: 'History of credits',
  touch_lock_rules: 'Settings of the touch lock',
  privacy_profiles: 'Texts of the privacy notice',
};

interface Checking {
  ctx: Context;
  zip: ZipEntries;
  manifest: Manifest;
  claimed: imports.ClaimedImport;
  shapes: Map<string, TableShape>;
  signal: AbortSignal;
}

/** Reads the archive to its end, compares it with the organization, and saves what moving it in would do. */
export async function checkImport(
  system: SystemContext,
  ctx: Context,
  claimed: imports.ClaimedImport,
  signal: AbortSignal,
): Promise<void> {
  const source = await openStoredFile(ctx, claimed.file_key);
  const schema = listMigrationNames().at(-1) ?? '';
  let read = 0;
  const found = await checkArchive(source, {
    ...{ passphrase: null, schema },
    async onProgress() {
      read += 1;
      await requireGoing(ctx, claimed, signal, read, PHASES.length);
    },
  });
  const zip = await openZip(source);
  try {
    const shapes = new Map(
      (await system.systemRead(({ db }) => listShapes(db))).map((shape) => [shape.name as string, shape]),
    );
    const checking: Checking = { ctx, zip, manifest: await loadManifest(zip, schema), claimed, shapes, signal };
    const { created_at, unknown_tables: _, ...rest } = found;
    const report: ArchiveImportReport = {
      ...rest,
      ...{ archived_at: created_at, opens_secrets: claimed.sealed_key !== null },
      ...(await compareLeads(checking)),
      ...(await lookThroughSenders(checking)),
      collisions: await listCollisions(checking),
      left_out: await listLeftOut(checking),
    };
    await ctx.transaction(async (tx) => {
      if (!(await imports.holdImport(tx, claimed))) throw new ImportEndedError();
      await imports.saveReport(tx, claimed, report, countRows(checking.manifest));
      await imports.moveImport(tx, claimed.id, ['checking'], 'checked');
    });
  } finally {
    zip.close();
  }
}

async function requireGoing(
  ctx: Context,
  claimed: imports.ClaimedImport,
  signal: AbortSignal,
  done: number,
  total: number,
) {
  if (signal.aborted) throw new Error('the server is stopping; the check begins again after its next start');
  if (!(await ctx.transaction((tx) => imports.saveSteps(tx, claimed, done, total)))) throw new ImportEndedError();
}

/** Rows that an import reads. */
const countRows = ({ tables }: Manifest): number =>
  tables
    .filter(({ name }) => PHASES.some((phase) => phase.table === name && !phase.patches))
    .reduce((sum, { rows }) => sum + rows, 0);

async function* readTable({ zip }: Checking, table: ArchivedTableName): AsyncGenerator<ReadRow> {
  const name = `tables/${table}.ndjson`;
  if (zip.names.has(name)) for await (const line of readLines(zip, name)) yield parseRow(line, table);
}

/** Leads that are here already, and people who were erased here. */
async function compareLeads(checking: Checking) {
  const sums = { leads: 0, known_leads: 0, erased_leads: 0 };
  const name = 'tables/prospects.ndjson';
  let rows: ReadRow[] = [];
  let bytes = 0;
  if (checking.zip.names.has(name))
    for await (const line of readLines(checking.zip, name)) {
      // Nothing is compared by what a lead refers to.
      rows.push({ ...parseRow(line, 'prospects'), source_id: null });
      bytes += line.length;
      if (rows.length < LEADS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
      await compareBatch(checking, rows, sums);
      rows = [];
      bytes = 0;
    }
  await compareBatch(checking, rows, sums);
  return sums;
}

async function compareBatch({ ctx, claimed, shapes, signal }: Checking, rows: ReadRow[], sums: Record<string, number>) {
  if (signal.aborted) throw new Error('the server is stopping; the check begins again after its next start');
  if (rows.length === 0) return;
  const shape = shapes.get('prospects') as TableShape;
  const [here, erased] = await ctx.read(async (tx) => [
    await store.findHere(tx, claimed.id, shape, rows),
    await store.findErased(tx, shape, rows),
  ]);
  sums.leads = (sums.leads ?? 0) + rows.length;
  sums.known_leads = (sums.known_leads ?? 0) + here.filter((id, index) => id !== null && !erased[index]).length;
  sums.erased_leads = (sums.erased_leads ?? 0) + erased.filter(Boolean).length;
}

async function lookThroughSenders(checking: Checking) {
  let running_campaigns = 0;
  for await (const row of readTable(checking, 'campaigns')) if (row.status === 'ACTIVE') running_campaigns += 1;
  const senders: string[] = [];
  for await (const row of readTable(checking, 'accounts')) {
    const isOpened = checking.claimed.sealed_key !== null && row.$sealed !== undefined;
    if (row.deleted_at || isOpened || senders.length >= SHOWN) continue;
    const sender = String(isEmailAccount(String(row.account_type)) ? (row.email ?? row.name) : row.name);
    senders.push(cutText(sender, MAX_NAME));
  }
  return { running_campaigns, senders };
}

async function listCollisions(checking: Checking): Promise<ArchiveImportReport['collisions']> {
  const found: ArchiveImportReport['collisions'] = [];
  for (const [table, kind] of Object.entries(NAMED)) {
    const names = new Set<string>();
    for await (const row of readTable(checking, table as ArchivedTableName))
      if (typeof row.name === 'string' && row.name.length <= MAX_NAME && names.size < MOST_NAMES) names.add(row.name);
    const here = await checking.ctx.read((tx) => store.findNames(tx, table, [...names]));
    if (here.length > 0) found.push({ kind, total: here.length, names: here.toSpliced(SHOWN) });
  }
  return found;
}

async function listLeftOut(checking: Checking): Promise<ArchiveImportReport['left_out']> {
  const rowsOf = new Map(checking.manifest.tables.map(({ name, rows }) => [name, rows]));
  const stays = LEFT_TABLES.map(({ table, reason }) => ({
    title: TITLES[table] ?? table,
    rows: rowsOf.get(table) ?? 0,
    reason,
  }));
  const unknown = checking.manifest.tables
    .filter(({ name }) => !Object.hasOwn(ARCHIVED_TABLES, name))
    .map(({ name, rows }) => ({ title: name, rows, reason: LEFT_OUT.not_understood }));
  let erased = 0;
  for await (const row of readTable(checking, 'suppressions')) if (row.erased_key) erased += 1;
  const isKnown = checking.claimed.sealed_key !== null && !(await checking.ctx.read(store.hasErasureKey));
  const erasures = { title: 'Erased people', rows: isKnown ? 0 : erased, reason: LEFT_OUT.erasures };
  return [...stays, ...unknown, erasures].filter(({ rows }) => rows > 0);
}
