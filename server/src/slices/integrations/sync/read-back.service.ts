import type { CrmOwner, CrmPerson } from '@overture/adapters/crm/crm.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { CRM_READING_SWITCHES, type CrmStanding, describeCrmStatus } from '@overture/domain/crm';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import type { TransactionContext } from '../../../kernel/context.ts';
import { forgetUnseen, storeCrmPeople } from '../../crm-people/index.ts';
import { setCustom } from '../../lead-columns/index.ts';
import { recordUnsubscribe } from '../../lead-endings/index.ts';
import { suppressContact } from '../../suppressions/index.ts';
import { prepareTarget, type Work } from '../push/work.service.ts';
import { storeCrmUsers, storeOwners } from './lead-owners.store.ts';
import * as store from './standings.store.ts';

const READ_EVERY_IN_SECONDS = 3_600;

/** Loads what changed in the CRM, an hour after the last time: page by page, so a stopped worker loses one. */
export async function syncBack(work: Work, isOver: () => boolean): Promise<void> {
  const { port, connection, row } = work;
  const state = await work.underLease((tx) => store.getReadState(tx, row.id));
  const isOn = CRM_READING_SWITCHES.some((one) => state.sync.includes(one));
  const needsBoard = port.manifest.capabilities.has_boards && state.board_id === '';
  if (!isOn || !state.is_due || needsBoard || !port.manifest.capabilities.reads_status) return;
  const target = await prepareTarget(work, state.board_id || null);
  const users = state.sync.includes('owners') ? await listUsers(work) : null;
  await work.underLease(async (tx) => {
    if (users !== null) await storeCrmUsers(tx, row.id, users);
    await store.beginReading(tx, row.id);
  });
  let next = state.read_page;
  do {
    const page = await port.listPeople(connection, target, { since: state.read_since, next });
    next = page.next;
    await work.underLease(async (tx) => {
      await storePage(tx, work, page.people, state);
      if (users !== null) await storeLeadOwners(tx, work, page.people, { ...state, users });
      if (page.next === null && state.read_since === null) await deleteUnseen(tx, row.id);
      await store.storeReadPage(tx, row.id, page.next, READ_EVERY_IN_SECONDS);
    });
  } while (next !== null && !isOver());
}

/** The whole account was read: what it did not name is gone there. */
async function deleteUnseen(tx: TransactionContext, id: number): Promise<void> {
  const { read_began } = await store.getReadState(tx, id);
  if (read_began !== null) await forgetUnseen(tx, id, read_began);
}

async function storePage(
  tx: TransactionContext,
  { row, port }: Work,
  people: readonly CrmPerson[],
  { sync }: store.ReadState,
): Promise<void> {
  const crm = port.manifest.label;
  const seen = people.map((person) => {
    const standing = toCrmState(person, sync);
    return { ...recordOf(person), standing, words: standing === null ? '' : describeCrmStatus(standing, crm) };
  });
  const asked = await storeCrmPeople(tx, row.id, seen);
  const wishes = seen.filter(({ record_id }) => asked.has(record_id));
  const at = { integration_id: row.id, account_id: row.account_id };
  const behind = Map.groupBy(await store.listLeadsBehind(tx, at, wishes), (lead) => lead.record_id);
  for (const { record_id, email, other_emails, linkedin_key, words: detail } of wishes) {
    for (const { prospect_id } of behind.get(record_id) ?? [])
      await recordUnsubscribe(tx, { prospect_id, asked_from: email, detail, is_from_crm: true });
    // Contacts who are no leads yet are suppressed too: they stay so when they become leads.
    if (!behind.has(record_id)) await suppressContact(tx, { email, linkedin_key, detail });
    for (const other of other_emails) await suppressContact(tx, { email: other, linkedin_key: null, detail });
  }
}

/** The strongest state that a setting needs. */
function toCrmState(person: CrmPerson, sync: store.ReadState['sync']): CrmStanding | null {
  if (person.is_do_not_contact && sync.includes('unsubscribes')) return 'do_not_contact';
  if (!sync.includes('read_back')) return null;
  return person.is_customer ? 'customer' : person.has_open_deal ? 'open_deal' : null;
}

const MAX_OTHER_EMAILS = 50;

const recordOf = ({ id, email, other_emails, linkedin_url }: CrmPerson) => ({
  record_id: id,
  email,
  other_emails: [...new Set(other_emails.flatMap((one) => normalizeEmail(one) ?? []))].slice(0, MAX_OTHER_EMAILS),
  linkedin_key: linkedin_url === null ? null : linkedinKey(linkedin_url),
});

/** Null where the account does not let us ask: what else is read back does not wait for it. */
async function listUsers({ port, connection, ctx }: Work): Promise<CrmOwner[] | null> {
  try {
    return await port.listOwners(connection);
  } catch (error) {
    if (!isProviderError(error, 'rejected') && !isProviderError(error, 'not_found')) throw error;
    ctx.log.warn({ reason: error.message }, 'CRM users not available');
    return null;
  }
}

/** The owner of a lead in the CRM. The CRM wins: a new owner there replaces the value of the column. */
async function storeLeadOwners(
  tx: TransactionContext,
  { row }: Work,
  people: readonly CrmPerson[],
  { users, owner_column }: store.ReadState & { users: readonly CrmOwner[] },
): Promise<void> {
  const byId = new Map(users.map((user) => [user.id, user]));
  const at = { integration_id: row.id, account_id: row.account_id };
  const seen = people.map((person) => ({
    ...recordOf(person),
    owner_id: byId.has(person.owner_id ?? '') ? person.owner_id : null,
  }));
  const changed = await storeOwners(tx, at, seen);
  if (owner_column === null) return;
  const values = changed.map(({ prospect_id, owner_id }) => {
    const owner = byId.get(owner_id ?? '');
    return { prospect_id, value: owner?.email ?? owner?.name ?? null };
  });
  await setCustom(tx, owner_column, values);
}
