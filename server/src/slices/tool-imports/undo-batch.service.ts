import type { TransactionContext } from '../../kernel/context.ts';
import { movedCampaigns } from '../campaigns/index.ts';
import { deleteDomains } from '../excluded-domains/index.ts';
import { dropUnusedColumns } from '../lead-columns/index.ts';
import { deleteUnused, type FieldChanges, restoreFields } from '../lead-merging/index.ts';
import { raiseProspectVersion } from '../lead-versions/index.ts';
import { deletePastContacts } from '../past-contacts/index.ts';
import { movedLists } from '../searches/index.ts';
import { removeImported, removeImportedKeys } from '../suppression-rules/index.ts';
import { detailOf } from './row.rules.ts';
import * as rows from './rows.store.ts';
import type { ImportRow, Progress } from './tool-imports.store.ts';

type Tx = TransactionContext;

/** Phases in their order: what could write to people first. */
const PHASES = ['campaigns', 'leads', 'lists', 'suppressions', 'columns'] as const;

interface Place {
  phase: (typeof PHASES)[number];
  after: number;
  /** Campaigns that were started, and stay. */
  kept_campaigns?: number;
  kept_leads?: number;
}

const LEADS_AT_ONCE = 1000;
const OTHERS_AT_ONCE = 100;
/** Rows that are deleted when nothing needs them any longer. */
const ROWS_AT_ONCE = 20_000;

/** One batch of undoing an import, in the caller's transaction. */
export async function undoNextBatch(tx: Tx, row: ImportRow): Promise<Progress> {
  const place = JSON.parse(row.position ?? '{}') as Place;
  switch (place.phase) {
    case 'campaigns':
      return undoCampaigns(tx, row, place);
    case 'leads':
      return undoLeads(tx, row, place);
    case 'lists':
      return undoLists(tx, row, place);
    case 'suppressions':
      return undoSuppressions(tx, row, place);
    case 'columns': {
      if (!(await rows.deleteRows(tx, row.id, ROWS_AT_ONCE))) return {};
      const keys = Object.values(row.columns).flatMap(({ key, is_new }) => (is_new ? [key] : []));
      await dropUnusedColumns(tx, keys);
      return { state: 'undone', note: describeKept(place) };
    }
  }
}

function describeKept({ kept_campaigns = 0, kept_leads = 0 }: Place): string | null {
  const say = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
  const parts = [
    ...(kept_campaigns > 0 ? [say(kept_campaigns, 'campaign')] : []),
    ...(kept_leads > 0 ? [say(kept_leads, 'lead')] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(' and ')} stay: they are in use or were edited since the import.`;
}

function goOn(place: Place, batch: readonly { id: number }[], kept: Partial<Place> = {}): Progress {
  const last = batch.at(-1);
  if (last) return { position: JSON.stringify({ ...place, ...kept, after: last.id }), rows_done: batch.length };
  const phase = PHASES[PHASES.indexOf(place.phase) + 1];
  return { position: JSON.stringify({ ...place, phase, after: 0 }) };
}

const isDone = { state: 'done' } as const;

async function undoCampaigns(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const batch = await rows.listRows(tx, row.id, ['campaign'], { after: place.after, limit: OTHERS_AT_ONCE, ...isDone });
  let kept = place.kept_campaigns ?? 0;
  for (const { object_id } of batch) if (object_id !== null && !(await movedCampaigns.delete(tx, object_id))) kept += 1;
  return goOn(place, batch, { kept_campaigns: kept });
}

async function undoLeads(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const batch = await rows.listRows(tx, row.id, ['lead'], { after: place.after, limit: LEADS_AT_ONCE, ...isDone });
  if (batch.length === 0) return goOn(place, batch);
  const ids = batch.flatMap(({ object_id }) => object_id ?? []);
  const emails = batch.flatMap(({ email, changes }) => (email !== null && changes?.is_suppressed ? [email] : []));
  await removeImported(tx, emails, detailOf(row));
  await deletePastContacts(tx, row.id, ids);
  const lists = await rows.mapLists(tx, row.id);
  for (const [parent, leads] of Map.groupBy(batch, ({ parent_id }) => parent_id)) {
    const list = lists.get(parent ?? '')?.list_id;
    if (list)
      await movedLists.removePeople(
        tx,
        list,
        leads.flatMap(({ object_id }) => object_id ?? []),
      );
  }
  await restoreLeads(tx, batch);
  const changed = batch.flatMap(({ object_id, changes }) =>
    object_id !== null && changes?.fields ? [{ id: object_id, changes: changes.fields as FieldChanges }] : [],
  );
  await restoreFields(tx, changed);
  if (changed.length > 0) await raiseProspectVersion(tx);
  return goOn(place, batch);
}

/** Leads that were set aside return to their campaigns. */
async function restoreLeads(tx: Tx, batch: readonly rows.ReadRow[]): Promise<void> {
  const byCampaign = new Map<number, number[]>();
  for (const { object_id, changes } of batch)
    for (const campaign of object_id === null ? [] : (changes?.set_aside ?? []))
      byCampaign.set(campaign, [...(byCampaign.get(campaign) ?? []), object_id!]);
  for (const [campaign, ids] of [...byCampaign].sort(([a], [b]) => a - b))
    await movedCampaigns.restoreLeads(tx, campaign, ids);
}

/** Deletes leads that are in no other list, then the empty lists. */
async function undoLists(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const batch = await rows.listRows(tx, row.id, ['lead'], { after: place.after, limit: LEADS_AT_ONCE, ...isDone });
  const lists = await rows.mapLists(tx, row.id);
  let kept = place.kept_leads ?? 0;
  const added = batch.flatMap(({ object_id, is_new }) => (is_new && object_id !== null ? [object_id] : []));
  kept += added.length - (await deleteUnused(tx, added)).length;
  if (batch.length > 0) return { ...goOn(place, batch, { kept_leads: kept }), rows_done: 0 };
  for (const { list_id } of lists.values()) if (list_id) await movedLists.deleteEmpty(tx, list_id);
  return goOn(place, batch);
}

async function undoSuppressions(tx: Tx, row: ImportRow, place: Place): Promise<Progress> {
  const batch = await rows.listRows(tx, row.id, ['suppression'], {
    after: place.after,
    limit: LEADS_AT_ONCE,
    ...isDone,
  });
  const emails = batch.flatMap(({ email, changes }) => (email !== null && changes?.is_suppressed ? [email] : []));
  await removeImported(tx, emails, detailOf(row));
  if (batch.length === 0) await removeImportedKeys(tx, detailOf(row));
  const domains = batch.flatMap(({ object_id, is_new }) => (is_new && object_id !== null ? [object_id] : []));
  if (domains.length > 0) await deleteDomains(tx, domains);
  return goOn(place, batch);
}
