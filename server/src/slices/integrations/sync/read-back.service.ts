import type { CrmPerson } from '@overture/adapters/crm/crm.port';
import { type CrmStanding, describeStanding } from '@overture/domain/crm';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import type { TransactionContext } from '../../../kernel/context.ts';
import { recordUnsubscribe } from '../../campaigns/index.ts';
import { setCrmHolds } from '../../prospects/index.ts';
import type { Work } from '../push/work.service.ts';
import * as store from './standings.store.ts';

const READ_EVERY_IN_SECONDS = 3_600;

/** Reads who changed in the CRM, an hour after the last time: page by page, so that a stopped worker loses one. */
export async function readBack(work: Work, isOver: () => boolean): Promise<void> {
  const { port, connection, row } = work;
  const state = await work.underLease((tx) => store.getReadState(tx, row.id));
  const isOn = state.sync.includes('read_back') || state.sync.includes('unsubscribes');
  const needsBoard = port.manifest.capabilities.has_boards && state.board_id === '';
  if (!isOn || !state.is_due || needsBoard || !port.manifest.capabilities.reads_standings) return;
  const target = await port.prepareTarget(connection, state.board_id || null);
  await work.underLease((tx) => store.beginReading(tx, row.id));
  let next = state.read_page;
  do {
    const page = await port.listPeople(connection, target, { since: state.read_since, next });
    next = page.next;
    await work.underLease(async (tx) => {
      await storePage(tx, work, page.people, state);
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
  const seen = people.map((person) => ({
    record_id: person.id,
    email: person.email,
    linkedin_key: person.linkedin_url === null ? null : linkedinKey(person.linkedin_url),
    standing: standingOf(person, sync),
  }));
  const at = { integration_id: row.id, account_id: row.account_id };
  const crm = port.manifest.label;
  const changed = await store.storeStandings(tx, at, seen);
  const holds = changed.map(({ prospect_id, standing }) => ({
    prospect_id,
    words: standing === 'customer' || standing === 'open_deal' ? describeStanding(standing, crm) : null,
  }));
  await setCrmHolds(tx, holds);
  for (const { prospect_id, email, standing } of changed)
    if (standing === 'do_not_contact')
      await recordUnsubscribe(tx, {
        prospect_id,
        email,
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
