import { INCOMING_FIELDS } from '@overture/domain/leads/incoming-fields';
import type { TransactionContext } from '../../kernel/context.ts';
import { movedCampaigns } from '../campaigns/index.ts';
import { countSkipped, listErased } from '../erased-people/index.ts';
import {
  compareSnapshots,
  copyCell,
  type LeadSnapshot,
  listSnapshots,
  mergeProspects,
  mergeUnlinked,
} from '../lead-merging/index.ts';
import type { LeadOrigin } from '../lead-sources/index.ts';
import { raiseProspectVersion } from '../lead-versions/index.ts';
import { insertPastContacts, type PastContact } from '../past-contacts/index.ts';
import { movedLists } from '../searches/index.ts';
import { insertSuppressions, listSuppressed } from '../suppression-rules/index.ts';
import { insertSuppressedKeys } from '../suppressions/index.ts';
import { detailOf, type LeadData } from './row.rules.ts';
import * as rows from './rows.store.ts';
import type { Columns, ImportRow } from './tool-imports.store.ts';

type Tx = TransactionContext;
type Lead = rows.ReadRow<LeadData>;

const FIELDS = [...INCOMING_FIELDS, 'custom' as const];

/** Imports leads, their past contacts, lists and suppressions in one transaction: no campaign can write to a lead before its past contact is known. */
export async function importLeads(tx: Tx, row: ImportRow, batch: readonly Lead[]): Promise<void> {
  const reach = {
    emails: [...new Set(batch.flatMap(({ email }) => email ?? []))],
    linkedin_keys: [...new Set(batch.flatMap(({ data }) => data.linkedin_key ?? []))],
  };
  const before = await listSnapshots(tx, reach);
  await mergeLeads(tx, row, batch);
  const after = await listSnapshots(tx, reach);
  const find = createFinder(after);
  const found = batch.flatMap((lead) => {
    const person = find(lead);
    return person === undefined ? [] : [{ lead, person }];
  });
  const suppressed = await suppressLeads(tx, row, batch);
  const contacts = await addPastContacts(tx, row, found);
  const set_aside = await setAside(tx, contacts, after);
  await addToLists(tx, row, found);
  await rows.forgetPeople(tx, await findErased(tx, batch));
  const known = new Map(before.map((one) => [one.id, one]));
  const reported = new Set<number>();
  await rows.saveResults(
    tx,
    batch.map((lead): rows.RowResult => {
      const person = find(lead);
      if (person === undefined)
        return { id: lead.id, state: 'left_out', reason: 'This person was erased here, or has another address.' };
      const was = known.get(person.id);
      // The first row of a person carries what it changed.
      const isFirst = !reported.has(person.id);
      reported.add(person.id);
      const fields = isFirst && was ? compareSnapshots(was, person) : null;
      const changes: rows.Changes = {
        ...(fields && { fields }),
        ...(isFirst && set_aside.has(person.id) && { set_aside: set_aside.get(person.id) ?? [] }),
        ...(lead.email !== null && suppressed.has(lead.email) && { is_suppressed: true }),
      };
      const hasChanges = Object.keys(changes).length > 0;
      const object = { object_id: person.id, is_new: isFirst && !was };
      return { id: lead.id, state: 'done', ...object, changes: hasChanges ? changes : null };
    }),
  );
  await forgetErased(
    tx,
    batch.filter((lead) => find(lead) === undefined),
  );
}

/** Nothing of people who were erased before they were read stays in the rows of the import. */
async function forgetErased(tx: Tx, left_out: readonly Lead[]): Promise<void> {
  const people = left_out.map(({ id, email, data: { linkedin_key } }) => ({
    key: String(id),
    emails: email === null ? [] : [email],
    linkedin_key,
  }));
  const erased = await listErased(tx, people);
  if (erased.size > 0) await rows.emptyRows(tx, [...erased].map(Number));
}

/** An import is the source of its leads; each one for itself, since it can be undone. */
const importOrigin = (row: ImportRow): LeadOrigin => ({
  kind: 'tool_import',
  detail: `${row.tool_label}${row.file_name === null ? '' : `, ${row.file_name}`} (import ${row.id})`,
});

/** Rows of people who were erased here: what was read of them must not stay with the import either. */
async function findErased(tx: Tx, batch: readonly Lead[]): Promise<number[]> {
  const people = batch.map(({ id, email, data }) => ({
    ...{ key: String(id), emails: email === null ? [] : [email], linkedin_key: data.linkedin_key },
  }));
  return [...(await listErased(tx, people))].map(Number);
}

/** People of a batch, each once: a person may be in several campaigns there. */
async function mergeLeads(tx: Tx, row: ImportRow, batch: readonly Lead[]): Promise<void> {
  const { columns } = row;
  const linked = new Map<string, string>();
  const unlinked = new Map<string, string>();
  const keyed = new Set(batch.flatMap(({ email, data }) => (data.linkedin_key && email ? [email] : [])));
  for (const lead of batch) {
    const { linkedin_key } = lead.data;
    if (linkedin_key !== null && !linked.has(linkedin_key)) linked.set(linkedin_key, toCopyLine(lead, columns));
    else if (linkedin_key === null && lead.email !== null && !keyed.has(lead.email) && !unlinked.has(lead.email))
      unlinked.set(lead.email, toCopyLine(lead, columns));
  }
  const bytes = (lines: Map<string, string>) => (lines.size === 0 ? [] : [Buffer.from([...lines.values()].join(''))]);
  const arrival = { source: importOrigin(row) };
  const byLinkedin = await mergeProspects(tx, arrival, bytes(linked), linked.size, FIELDS);
  const byEmail = await mergeUnlinked(tx, arrival, bytes(unlinked), FIELDS);
  await countSkipped(tx, 'move_in', byLinkedin.erased.length + byEmail.erased.length);
  if (byLinkedin.has_changed_known || byEmail.has_changed_known) await raiseProspectVersion(tx);
}

function toCopyLine({ email, data }: Lead, columns: Columns): string {
  const custom = Object.entries(data.variables).flatMap(([name, value]) =>
    columns[name] === undefined ? [] : [[columns[name].key, value]],
  );
  const values: Partial<Record<(typeof FIELDS)[number], string | null>> = {
    first_name: data.first_name,
    last_name: data.last_name,
    company_name: data.company_name,
    company_website_url: data.company_website_url,
    job_title: data.job_title,
    location: data.location,
    phone_number: data.phone_number,
    linkedin_profile_url: data.linkedin_profile_url,
    linkedin_key: data.linkedin_key,
    email,
    custom: JSON.stringify(Object.fromEntries(custom)),
  };
  return `${FIELDS.map((field) => copyCell(values[field] ?? null)).join('\t')}\n`;
}

/** The lead here for a row: by its profile, then by its address. */
function createFinder(people: readonly LeadSnapshot[]): (lead: Lead) => LeadSnapshot | undefined {
  const byKey = new Map<string, LeadSnapshot>();
  const byEmail = new Map<string, LeadSnapshot>();
  for (const person of people) {
    if (person.linkedin_key !== null) byKey.set(person.linkedin_key, person);
    if (person.email !== null && !byEmail.has(person.email)) byEmail.set(person.email, person);
  }
  return ({ email, data }) =>
    (data.linkedin_key === null ? undefined : byKey.get(data.linkedin_key)) ??
    (email === null ? undefined : byEmail.get(email));
}

const REASONS = { bounced: 'hard_bounce', unsubscribed: 'unsubscribe' } as const;

/** Who unsubscribed there, and whose address bounced. Returns the addresses that were not on the list before. */
async function suppressLeads(tx: Tx, row: ImportRow, batch: readonly Lead[]): Promise<Set<string>> {
  // Known by their profile alone.
  const profiles = batch.flatMap(({ email, data }) =>
    email === null && data.state === 'unsubscribed' ? (data.linkedin_key ?? []) : [],
  );
  await insertSuppressedKeys(tx, 'linkedin', [...new Set(profiles)], { reason: 'unsubscribe', detail: detailOf(row) });
  if (profiles.length > 0) tx.events.emit({ type: 'people_suppressed' });
  const found = batch.flatMap(({ email, data: { state } }) =>
    email !== null && (state === 'bounced' || state === 'unsubscribed') ? [{ email, reason: REASONS[state] }] : [],
  );
  if (found.length === 0) return new Set();
  const emails = found.map(({ email }) => email);
  const known = new Set((await listSuppressed(tx, tx.organization.id, emails)).map(({ email }) => email));
  const said = { organization_id: tx.organization.id, detail: detailOf(row), created_by: tx.user?.id ?? null };
  // An unsubscribe outranks a bounce of the same address.
  found.sort((a, b) => Number(a.reason === 'unsubscribe') - Number(b.reason === 'unsubscribe'));
  const byEmail = new Map(found.map((one) => [one.email, { ...said, ...one }]));
  await insertSuppressions(tx, [...byEmail.values()]);
  tx.events.emit({ type: 'people_suppressed' });
  return new Set(emails.filter((email) => !known.has(email)));
}

type Found = { lead: Lead; person: LeadSnapshot };

/** Returns who was written to. */
async function addPastContacts(tx: Tx, row: ImportRow, found: readonly Found[]): Promise<number[]> {
  const names = await rows.mapLists(tx, row.id);
  const steps = await rows.mapSteps(tx, row.id);
  const contacts = found.flatMap(({ lead, person }): PastContact[] => {
    const { state, last_contacted_at, steps_done } = lead.data;
    const outcome = state === 'stopped' || state === 'new' ? 'contacted' : state;
    if (last_contacted_at === null && (state === 'new' || state === 'stopped')) return [];
    return [
      {
        ...{ prospect_id: person.id, tool: row.tool_label, outcome, last_contacted_at, steps_done },
        campaign_name: names.get(lead.parent_id ?? '')?.name ?? '',
        steps_total: steps.get(lead.parent_id ?? '') ?? null,
      },
    ];
  });
  await insertPastContacts(tx, row.id, contacts);
  return [...new Set(contacts.map(({ prospect_id }) => prospect_id))];
}

/** Campaigns here in which people waited for a first message, by person. */
async function setAside(
  tx: Tx,
  prospectIds: readonly number[],
  people: readonly LeadSnapshot[],
): Promise<Map<number, number[]>> {
  const byPerson = new Map<number, number[]>();
  if (prospectIds.length === 0) return byPerson;
  const isContacted = new Set(prospectIds);
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const owners = new Map(prospectIds.map((id) => [emails.get(id), id]));
  for (const { campaign_id, prospect_ids } of await movedCampaigns.setAside(tx, prospectIds))
    for (const id of prospect_ids) {
      const owner = isContacted.has(id) ? id : owners.get(emails.get(id));
      if (owner !== undefined) byPerson.set(owner, [...new Set([...(byPerson.get(owner) ?? []), campaign_id])]);
    }
  return byPerson;
}

async function addToLists(tx: Tx, row: ImportRow, found: readonly Found[]): Promise<void> {
  const lists = await rows.mapLists(tx, row.id);
  const byList = Map.groupBy(found, ({ lead }) => lists.get(lead.parent_id ?? '')?.list_id);
  for (const [list, people] of byList)
    if (list) await movedLists.addPeople(tx, list, [...new Set(people.map(({ person }) => person.id))]);
}
