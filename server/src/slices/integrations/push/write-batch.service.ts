import { setTimeout as sleep } from 'node:timers/promises';
import type { CrmFound, CrmOutcome, CrmTarget, CrmWrite } from '@overture/adapters/crm/crm.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { FieldMapping } from '@overture/contract/integrations';
import type { Prospect } from '@overture/contract/prospects';
import { failpoint } from '../../failpoints/index.ts';
import { findProspects } from '../../prospects/index.ts';
import * as links from './links.store.ts';
import { findOwners } from './owners.service.ts';
import { dedupeByEmail, planChange, planRecord, toSearchKeys, type WantedRecord } from './plan-write.rules.ts';
import type { PushRow, SettledLead, WaitingLead } from './pushes.store.ts';
import * as store from './pushes.store.ts';
import type { Work } from './work.service.ts';

/** Unconfirmed leads are searched for after this time; a late write has arrived by then. */
const LOOK_AFTER_IN_SECONDS = 10;
const MAX_ATTEMPTS = 6;

export interface Batch {
  work: Work;
  push: PushRow;
  target: CrmTarget;
  mappings: readonly FieldMapping[];
}

interface Candidate {
  row: WaitingLead;
  lead: Prospect;
  wanted: WantedRecord;
}

/** The next leads of a push: looked for, then written. Answers how many were taken; 0 when none is due. */
export async function writeBatch(batch: Batch): Promise<number> {
  const { work, push } = batch;
  const { limits } = work.port.manifest;
  const candidates = dedupeByEmail(await loadCandidates(batch, limits.contacts_per_write));
  if (candidates.length === 0) return 0;
  const refused = candidates.filter(({ wanted, row }) => wanted.problem !== null || row.attempts >= MAX_ATTEMPTS);
  if (refused.length > 0) {
    const settled = refused.map((one) => failedLead(one.row.prospect_id, one.wanted.problem ?? unknownWords(work)));
    await work.underLease((tx) => store.settleLeads(tx, push.id, settled));
  }
  const open = candidates.filter((one) => !refused.includes(one));
  if (open.length > 0) await writeOpen(batch, open);
  return candidates.length;
}

const unknownWords = ({ port }: Work): string =>
  `${port.manifest.label} did not say whether this lead was written. Look there, then try again.`;
const failedLead = (prospect_id: number, words: string): SettledLead => ({
  prospect_id,
  state: 'failed',
  words,
  is_new: false,
});
const leftAsItIs = ({ work }: Batch, prospect_id: number): SettledLead => ({
  prospect_id,
  state: 'pushed',
  words: `${work.port.manifest.label} has this person in a record that takes no changes. It was left as it is.`,
  is_new: false,
});
const placeOf = ({ work, push }: Batch): links.LinkPlace => ({
  integration_id: work.row.id,
  account_id: work.row.account_id,
  board_id: push.board_id,
});

async function loadCandidates({ work, push, mappings, target }: Batch, limit: number): Promise<Candidate[]> {
  return work.underLease(async (tx) => {
    const rows = await store.listWaiting(tx, push, work.row.account_id, limit);
    const leads = new Map(
      (
        await findProspects(
          tx,
          rows.map((row) => row.prospect_id),
        )
      ).map((lead) => [lead.id, lead]),
    );
    return rows.flatMap((row) => {
      const lead = leads.get(row.prospect_id);
      return lead ? [{ row, lead, wanted: planRecord(lead, mappings, target, work.port.manifest.label) }] : [];
    });
  });
}

const referenceOf = ({ work }: Batch, lead: Prospect): string => `ov-${work.row.organization_id}-${lead.id}`;

function findSearchKeys(batch: Batch, { row, lead }: Candidate): ReturnType<typeof toSearchKeys> {
  const known_id = row.record_id ?? row.same_record_id;
  return toSearchKeys(lead, { reference: referenceOf(batch, lead), known_id, written_since: row.writing_since });
}

async function writeOpen(batch: Batch, open: readonly Candidate[]): Promise<void> {
  const { work, push, target, mappings } = batch;
  const searched = open.map((one) => findSearchKeys(batch, one));
  const fields = mappings.map((mapping) => mapping.hubspotField);
  const found = await work.port.findContacts(work.connection, target, searched, fields);
  const isNew = ({ lead }: Candidate): boolean => !found.has(String(lead.id));
  const owners = await findOwners(
    work,
    open.filter(isNew).map(({ lead }) => lead.id),
  );
  const settled: SettledLead[] = [];
  const unchanged: links.KnownRecord[] = [];
  const writes: CrmWrite[] = [];
  for (const { row, lead, wanted } of open) {
    const record = found.get(String(lead.id));
    const write = toWrite(batch, { row, lead, wanted }, record, owners.get(lead.id) ?? null);
    if (write !== null) writes.push(write);
    else if (record !== undefined) {
      unchanged.push({ prospect_id: lead.id, record_id: record.id, record_url: record.url, values: null });
      settled.push(pushedLead(lead.id, wanted, row.writing_since !== null && row.record_id === null));
    }
  }
  const deleted = open.filter((one) => one.row.record_id !== null && isNew(one));
  await work.underLease(async (tx) => {
    await links.forgetRecords(
      tx,
      placeOf(batch),
      deleted.map(({ lead }) => lead.id),
    );
    await links.storeRecords(tx, placeOf(batch), unchanged);
    await store.settleLeads(tx, push.id, settled);
    // In the same transaction as the lease is renewed: from here on the write may happen.
    await links.beginWrites(
      tx,
      placeOf(batch),
      writes.map(({ key }) => Number(key)),
    );
  });
  if (writes.length > 0) await write(batch, open, writes);
}

const pushedLead = (prospect_id: number, { left_out }: WantedRecord, is_new: boolean): SettledLead => ({
  prospect_id,
  state: 'pushed',
  words: left_out.length > 0 ? left_out.join(' ') : null,
  is_new,
});

/** Null where the record says everything already. Only what is made gets an owner: whose a record is, is theirs to say. */
function toWrite(
  batch: Batch,
  { row, lead, wanted }: Candidate,
  record: CrmFound | undefined,
  owner_id: string | null,
): CrmWrite | null {
  const values = record ? planChange(wanted.values, record, batch.mappings, row.pushed_values) : wanted.values;
  if (record && Object.keys(values).length === 0) return null;
  const reference = referenceOf(batch, lead);
  return {
    key: String(lead.id),
    id: record?.id ?? null,
    reference,
    values,
    name: wanted.name,
    owner_id: record ? null : owner_id,
  };
}

async function write(batch: Batch, open: readonly Candidate[], writes: readonly CrmWrite[]): Promise<void> {
  const { work, push, target } = batch;
  await failpoint('before_crm_write');
  const outcomes = await work.port.writeContacts(work.connection, target, writes).catch(async (error: unknown) => {
    if (!isProviderError(error)) throw error;
    if (error.kind === 'unknown_outcome') return writes.map(({ key }): CrmOutcome => ({ key, outcome: 'unknown' }));
    // None was written: there is nothing to search for.
    await work.underLease((tx) =>
      links.endWrites(
        tx,
        placeOf(batch),
        writes.map(({ key }) => Number(key)),
      ),
    );
    throw error;
  });
  await failpoint('after_crm_write');
  await settle(batch, open, writes, outcomes);
  await work.underLease((tx) => publishProgress(tx, work, push.id));
  await sleep(work.port.manifest.limits.gap_in_ms);
}

async function settle(
  batch: Batch,
  open: readonly Candidate[],
  writes: readonly CrmWrite[],
  outcomes: readonly CrmOutcome[],
): Promise<void> {
  const known: links.KnownRecord[] = [];
  const settled: SettledLead[] = [];
  const ended: number[] = [];
  const unknown: number[] = [];
  for (const outcome of outcomes) {
    const prospect_id = Number(outcome.key);
    const candidate = open.find(({ lead }) => lead.id === prospect_id);
    const values = writes.find(({ key }) => key === outcome.key)?.values ?? {};
    if (candidate === undefined) continue;
    if (outcome.outcome === 'created' || outcome.outcome === 'updated') {
      known.push({ prospect_id, record_id: outcome.id, record_url: outcome.url, values });
      settled.push(pushedLead(prospect_id, candidate.wanted, outcome.outcome === 'created'));
    } else if (outcome.outcome === 'exists') {
      // Another process created it, or its search failed: the next round fills its blanks.
      known.push({ prospect_id, record_id: outcome.id, record_url: null, values: null });
      // Named once more, though it was looked for by this id: a record that is not ours to read stays as it is.
      if (candidate.row.record_id === outcome.id) settled.push(leftAsItIs(batch, prospect_id));
    } else if (outcome.outcome === 'refused') {
      ended.push(prospect_id);
      settled.push(failedLead(prospect_id, outcome.reason));
    } else unknown.push(prospect_id);
  }
  await batch.work.underLease(async (tx) => {
    await links.storeRecords(tx, placeOf(batch), known);
    await links.endWrites(tx, placeOf(batch), ended);
    await store.settleLeads(tx, batch.push.id, settled);
    await store.postponeLeads(tx, batch.push.id, unknown, LOOK_AFTER_IN_SECONDS);
  });
}

export async function publishProgress(
  tx: Parameters<Parameters<Work['underLease']>[0]>[0],
  { port }: Work,
  pushId: number,
): Promise<void> {
  const push = await store.findPush(tx, pushId);
  if (push === undefined) return;
  tx.live.publish('crm_push_progress', {
    push_id: push.id,
    name: port.manifest.label,
    state: push.state,
    total_count: push.total,
    pushed_count: push.pushed,
    failed_count: push.failed,
    error: push.error,
    paused_until: push.paused_until?.toISOString() ?? null,
  });
}
