import type { ToolStep } from '@overture/adapters/outreach-tools/outreach-tools.port';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import type { SuppressionEntry } from '@overture/domain/suppressions/entries';
import { foldCase } from '@overture/domain/text/text';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { movedCampaigns } from '../campaigns/index.ts';
import { insertExclusions, loadExclusions } from '../excluded-domains/index.ts';
import { findOrCreateColumns, listLeadColumns, lockLeadColumns } from '../lead-columns/index.ts';
import { linkPastContacts } from '../past-contacts/index.ts';
import { movedLists } from '../searches/index.ts';
import { insertSuppressions, listSuppressed } from '../suppression-rules/index.ts';
import { insertSuppressedKeys } from '../suppressions/index.ts';
import { toMovedSteps } from './flow.rules.ts';
import { importLeads } from './import-leads.service.ts';
import { detailOf, type LeadData } from './row.rules.ts';
import * as rows from './rows.store.ts';
import { listVariables } from './summary.store.ts';
import type { Columns, ImportRow, Progress } from './tool-imports.store.ts';

type Tx = TransactionContext;

/** Phases in their order: who must not be contacted first, and what could write to people last. */
const PHASES = [
  'suppressions',
  'columns',
  'lists',
  'ended_leads',
  'leads',
  'campaigns',
  'campaign_leads',
  'end',
] as const;
type Phase = (typeof PHASES)[number];

interface Place {
  phase: Phase;
  after: number;
  /** Of the campaign whose leads are added. */
  campaign_after?: number;
}

const SUPPRESSIONS_AT_ONCE = 5000;
const LISTS_AT_ONCE = 100;
const LEADS_AT_ONCE = 2000;
const CAMPAIGN_LEADS_AT_ONCE = 5000;
/** Rows whose data is emptied. */
const ROWS_AT_ONCE = 20_000;

/** One batch of an import, in the caller's transaction. */
export async function importNextBatch(tx: Tx, row: ImportRow): Promise<Progress> {
  const place = JSON.parse(row.position ?? '{}') as Place;
  switch (place.phase) {
    case 'suppressions':
      return importSuppressions(tx, row, place);
    case 'columns':
      return { ...follow(place), columns: await createColumns(tx, row) };
    case 'lists':
      return createLists(tx, row, place);
    case 'ended_leads':
    case 'leads': {
      // Who unsubscribed or bounced stays suppressed if the import is stopped before its end.
      const only = place.phase === 'ended_leads' ? { only: 'ended' as const } : {};
      const from = { after: place.after, limit: LEADS_AT_ONCE, state: 'read' as const };
      const batch = await rows.listRows<LeadData>(tx, row.id, ['lead'], { ...from, ...only });
      if (batch.length === 0) return follow(place);
      await importLeads(tx, row, batch);
      return goOn(place, batch);
    }
    case 'campaigns':
      return createCampaign(tx, row, place);
    case 'campaign_leads':
      return addCampaignLeads(tx, row, place);
    case 'end':
      return endImport(tx, row, place);
  }
}

const goOn = (place: Place, batch: readonly { id: number }[]): Progress => ({
  position: JSON.stringify({ ...place, after: batch.at(-1)!.id }),
  rows_done: batch.length,
  note: null,
  tries: 0,
});

/** The first batch of the next phase. */
function follow({ phase }: Place): Progress {
  const next = PHASES[PHASES.indexOf(phase) + 1];
  return { position: JSON.stringify({ phase: next, after: 0 }) };
}

async function importSuppressions(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const batch = await rows.listRows<Pick<SuppressionEntry, 'kind' | 'value'>>(tx, row.id, ['suppression'], {
    after: place.after,
    limit: SUPPRESSIONS_AT_ONCE,
  });
  if (batch.length === 0) return follow(place);
  const valuesOf = (kind: SuppressionEntry['kind']) =>
    batch.flatMap(({ data }) => (data.kind === kind ? [data.value] : []));
  const addresses = valuesOf('address');
  const known = new Set((await listSuppressed(tx, tx.organization.id, addresses)).map(({ email }) => email));
  const said = { reason: 'import' as const, detail: detailOf(row), created_by: tx.user?.id ?? null };
  await insertSuppressions(
    tx,
    addresses.map((email) => ({ organization_id: tx.organization.id, email, ...said })),
  );
  for (const kind of ['phone', 'linkedin'] as const)
    await insertSuppressedKeys(tx, kind, [...new Set(valuesOf(kind))], { reason: 'import', detail: detailOf(row) });
  const results = batch.map(({ id, data }): rows.RowResult => {
    const is_suppressed = data.kind === 'address' && !known.has(data.value);
    return { id, state: 'done', is_new: is_suppressed, changes: is_suppressed ? { is_suppressed } : null };
  });
  const domains = batch.filter(({ data }) => data.kind === 'domain');
  const isExcluded = await loadExclusions(tx);
  for (const { id, data } of domains) {
    const result = results.find((one) => one.id === id)!;
    if (isExcluded(data.value)) continue;
    Object.assign(result, await excludeDomain(tx, data.value));
  }
  await rows.saveResults(tx, results);
  tx.events.emit({ type: 'people_suppressed' });
  return goOn(place, batch);
}

async function excludeDomain(tx: Tx, domain: string): Promise<Partial<rows.RowResult>> {
  try {
    const [object_id] = await insertExclusions(tx, [domain]);
    return object_id === undefined ? {} : { object_id, is_new: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { state: 'left_out', reason: 'The list of excluded domains is full.' };
  }
}

/** A column for each variable, the most used first, as far as there is room. */
async function createColumns(tx: Tx, row: ImportRow): Promise<Columns> {
  await lockLeadColumns(tx);
  const known = await listLeadColumns(tx);
  const byName = new Map(known.map((column) => [foldCase(column.name), column]));
  const columns: Columns = {};
  let free = CUSTOM_COLUMNS.max_columns - known.length;
  for (const name of await listVariables(tx, row.id)) {
    const same = byName.get(foldCase(name));
    // A column of numbers or days takes no words.
    if (same && same.type !== 'text') continue;
    if (!same && free <= 0) continue;
    if (!same) free -= 1;
    const [column] = await findOrCreateColumns(tx, [{ name, type: 'text' }]);
    columns[name] = { key: column!.key, is_new: !same };
    byName.set(foldCase(name), column!);
  }
  return columns;
}

async function createLists(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const batch = await rows.listRows<{ name: string }>(tx, row.id, ['list', 'campaign'], {
    after: place.after,
    limit: LISTS_AT_ONCE,
    only: 'with_leads',
  });
  if (batch.length === 0) return follow(place);
  const results: rows.RowResult[] = [];
  for (const { id, kind, data, changes } of batch) {
    const list_id = await movedLists.create(tx, data.name);
    const made = kind === 'list' ? { object_id: list_id } : { changes: { ...changes, list_id } };
    results.push({ id, state: 'done', is_new: true, ...made });
  }
  await rows.saveResults(tx, results);
  return { ...goOn(place, batch), rows_done: 0 };
}

async function createCampaign(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const [campaign] = await rows.listRows<{ name: string; steps: ToolStep[]; losses: string[] }>(
    tx,
    row.id,
    ['campaign'],
    {
      after: place.after,
      limit: 1,
    },
  );
  if (!campaign) return { position: JSON.stringify({ phase: 'end', after: 0 } satisfies Place) };
  const { name, steps: given, losses } = campaign.data;
  const keys = new Map(Object.entries(row.columns).map(([variable, { key }]) => [foldCase(variable), key]));
  const { steps, notes } = toMovedSteps(given, keys);
  const made = await movedCampaigns.create(tx, { name, steps });
  const changes = { ...campaign.changes, node_ids: made.node_ids, notes: [...losses, ...notes].slice(0, 50) };
  await rows.saveResults(tx, [{ id: campaign.id, state: 'done', object_id: made.id, is_new: true, changes }]);
  const leads = { phase: 'campaign_leads' as const, after: 0, campaign_after: campaign.id } satisfies Place;
  return { position: JSON.stringify(leads), rows_done: 1 };
}

/** Leads that were not written to, and those in the middle of their sequence where the user wants it. */
async function addCampaignLeads(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const at = place.campaign_after ?? 0;
  const [campaign] = await rows.listRows<{ name: string }>(tx, row.id, ['campaign'], { after: at - 1, limit: 1 });
  const followUp: Progress = {
    position: JSON.stringify({ phase: 'campaigns', after: at } satisfies Place),
  };
  if (!campaign || campaign.object_id === null) return followUp;
  const batch = await rows.listRows<LeadData>(tx, row.id, ['lead'], {
    after: place.after,
    limit: CAMPAIGN_LEADS_AT_ONCE,
    parent_id: campaign.external_id,
    state: 'done',
    only: 'for_campaigns',
  });
  if (batch.length === 0) return followUp;
  const nodes = campaign.changes?.node_ids ?? [];
  const continues = campaign.changes?.continues === true;
  const ended = await rows.listEnded(
    tx,
    row.id,
    batch.flatMap(({ object_id }) => object_id ?? []),
  );
  const leads = batch.flatMap(({ object_id, data }) => {
    if (object_id === null || ended.has(object_id)) return [];
    if (data.state === 'new') return [{ prospect_id: object_id, skipped_nodes: [] }];
    const done = data.steps_done;
    if (!continues || done === null || done < 1 || done >= nodes.length) return [];
    return [{ prospect_id: object_id, skipped_nodes: nodes.slice(0, done) }];
  });
  const target = { campaign_id: campaign.object_id, source_search_id: campaign.changes?.list_id ?? null };
  const continued = leads.filter(({ skipped_nodes }) => skipped_nodes.length > 0);
  await movedCampaigns.addLeads(tx, target, leads);
  await linkPastContacts(tx, row.id, {
    campaign_id: campaign.object_id,
    campaign_name: campaign.data.name,
    prospect_ids: continued.map(({ prospect_id }) => prospect_id),
  });
  return { ...goOn(place, batch), rows_done: 0 };
}

async function endImport(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const after = await rows.emptyLeads(tx, row.id, { after: place.after, limit: ROWS_AT_ONCE });
  if (after !== null) return { position: JSON.stringify({ ...place, after }) };
  const senders = await rows.listRows(tx, row.id, ['sender'], { after: 0, limit: 100_000 });
  await rows.saveResults(
    tx,
    senders.map(({ id }) => ({ id, state: 'done' })),
  );
  return { state: 'finished', note: null, rows_done: senders.length };
}
