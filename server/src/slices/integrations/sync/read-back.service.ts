import type { CrmOwner, CrmPerson } from '@overture/adapters/crm/crm.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import { type CrmStanding, describeStanding } from '@overture/domain/crm';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import type { TransactionContext } from '../../../kernel/context.ts';
import { recordUnsubscribe } from '../../campaigns/index.ts';
import { setCrmHolds, setCustom } from '../../prospects/index.ts';
import type { Work } from '../push/work.service.ts';
import { keepCrmUsers, storeOwners } from './lead-owners.store.ts';
import * as store from './standings.store.ts';

const READ_EVERY_IN_SECONDS = 3_600;

const READING = ['read_back', 'unsubscribes', 'owners'] as const;

/** Reads who changed in the CRM, an hour after the last time: page by page, so that a stopped worker loses one. */
export async function readBack(work: Work, isOver: () => boolean): Promise<void> {
  const { port, connection, row } = work;
  const state = await work.underLease((tx) => store.getReadState(tx, row.id));
  const isOn = READING.some((one) => state.sync.includes(one));
  const needsBoard = port.manifest.capabilities.has_boards && state.board_id === '';
  if (!isOn || !state.is_due || needsBoard || !port.manifest.capabilities.reads_standings) return;
  const target = await port.prepareTarget(connection, state.board_id || null);
  const users = state.sync.includes('owners') ? await listUsers(work) : null;
  await work.underLease(async (tx) => {
    if (users !== null) await keepCrmUsers(tx, row.id, users);
    await store.beginReading(tx, row.id);
  });
  let next = state.read_page;
  do {
    const page = await port.listPeople(connection, target, { since: state.read_since, next });
    next = page.next;
    await work.underLease(async (tx) => {
      await storePage(tx, work, page.people, state);
      if (users !== null) await storeOwnersOf(tx, work, page.people, { ...state, users });
      await store.keepReadPage(tx, row.id, page.next, READ_EVERY_IN_SECONDS);
    });
  } while (next !== null && !isOver());
}

async function storePage(
  tx: TransactionContext,
  { row, port }: Work,
  people: readonly CrmPerson[],
  { sync }: store.ReadState,
): Promise<void> {
  const seen = people.map((person) => ({ ...recordOf(person), standing: standingOf(person, sync) }));
  const at = { integration_id: row.id, account_id: row.account_id };
  const crm = port.manifest.label;
  const changed = await store.storeStandings(tx, at, seen);
  const holds = changed.map(({ prospect_id, standing }) => ({
    prospect_id,
    words: standing === 'customer' || standing === 'open_deal' ? describeStanding(standing, crm) : null,
  }));
  await setCrmHolds(tx, holds);
  for (const { prospect_id, standing } of changed)
    if (standing === 'do_not_contact')
      await recordUnsubscribe(tx, {
        prospect_id,
        detail: describeStanding('do_not_contact', crm),
        is_from_crm: true,
      });
}

/** The strongest that somebody wants to know of. */
function standingOf(person: CrmPerson, sync: store.ReadState['sync']): CrmStanding | null {
  if (person.is_do_not_contact && sync.includes('unsubscribes')) return 'do_not_contact';
  if (!sync.includes('read_back')) return null;
  return person.is_customer ? 'customer' : person.has_open_deal ? 'open_deal' : null;
}

const recordOf = ({ id, email, linkedin_url }: CrmPerson) => ({
  record_id: id,
  email,
  linkedin_key: linkedin_url === null ? null : linkedinKey(linkedin_url),
});

/** Null where the account does not let us ask: what else is read back does not wait for it. */
async function listUsers({ port, connection, ctx }: Work): Promise<CrmOwner[] | null> {
  try {
    return await port.listOwners(connection);
  } catch (error) {
    if (!isProviderError(error, 'rejected') && !isProviderError(error, 'not_found')) throw error;
    ctx.log.warn({ reason: error.message }, 'the CRM does not tell its users');
    return null;
  }
}

/** Whose a lead is there. The CRM wins: an owner who changed there takes the place of what stands in the column. */
async function storeOwnersOf(
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
