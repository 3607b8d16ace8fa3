import type { CrmTarget } from '@overture/adapters/crm/crm.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import { findOwners } from '../push/owners.service.ts';
import { prepareTarget, type Work } from '../push/work.service.ts';
import * as store from './events.store.ts';

/** A record is on its way, or an outcome is unknown. */
const LOOK_AFTER_IN_SECONDS = 10;
const MAX_ATTEMPTS = 10;

/** Writes what happened, the oldest first, each once: what was begun and never settled is looked for before it is written. */
export async function writeEvents(work: Work, isOver: () => boolean): Promise<void> {
  const targets = new Map<string, CrmTarget>();
  while (!isOver()) {
    const { id: integration_id, account_id } = work.row;
    const event = await work.underLease((tx) => store.findDueEvent(tx, { integration_id, account_id }));
    if (event === undefined) return;
    work.event_id = event.id;
    await writeEvent(work, event, targets);
    work.event_id = null;
  }
}

async function writeEvent(work: Work, event: store.DueEvent, targets: Map<string, CrmTarget>): Promise<void> {
  const { port } = work;
  if (event.record_id === null) {
    // An opt-out of a contact without a record is dropped; other events wait for the push that creates the record.
    if (event.kind === 'unsubscribe') return work.underLease((tx) => store.endEvent(tx, event.id, null));
    const words = `${port.manifest.label} has no record of this lead.`;
    if (event.attempts >= MAX_ATTEMPTS) return work.underLease((tx) => store.endEvent(tx, event.id, words));
    return work.underLease((tx) => store.postponeEvent(tx, event.id, LOOK_AFTER_IN_SECONDS));
  }
  try {
    const target = targets.get(event.board_id) ?? (await prepareTarget(work, event.board_id || null));
    targets.set(event.board_id, target);
    const isThere = event.is_begun && (await isWritten(work, event, target, event.record_id));
    if (!isThere) {
      await work.underLease((tx) => store.beginEvent(tx, event.id));
      await write(work, event, target, event.record_id);
    }
    await work.underLease((tx) => store.endEvent(tx, event.id, null));
  } catch (error) {
    if (isProviderError(error, 'unknown_outcome'))
      return work.underLease((tx) => store.postponeEvent(tx, event.id, LOOK_AFTER_IN_SECONDS));
    if (!isProviderError(error, 'rejected') && !isProviderError(error, 'not_found')) throw error;
    await work.underLease((tx) => store.endEvent(tx, event.id, error.reason));
  }
}

const toNote = (event: store.DueEvent, record_id: string) => ({
  record_id,
  title: event.title,
  text: event.text,
  at: event.happened_at,
  marker: `Overture #${event.id}`,
});
const dealOf = (event: store.DueEvent, record_id: string, owner_id: string | null = null) => ({
  record_id,
  title: event.title,
  stage: event.stage,
  owner_id,
});
const isNote = ({ kind }: store.DueEvent): boolean => kind === 'reply' || kind === 'meeting' || kind === 'call';

async function isWritten(
  { port, connection }: Work,
  event: store.DueEvent,
  target: CrmTarget,
  record_id: string,
): Promise<boolean> {
  if (isNote(event)) return port.hasNote(connection, toNote(event, record_id));
  if (event.kind === 'interest') return port.hasDeal(connection, target, dealOf(event, record_id));
  return false;
}

async function write(work: Work, event: store.DueEvent, target: CrmTarget, record_id: string): Promise<void> {
  const { port, connection } = work;
  if (isNote(event)) return port.writeNote(connection, toNote(event, record_id));
  if (event.kind === 'unsubscribe')
    return port.markDoNotContact(connection, target, { record_id, email: event.text || null });
  const owner_id = (await findOwners(work, [event.prospect_id])).get(event.prospect_id) ?? null;
  const deal = dealOf(event, record_id, owner_id);
  if (event.kind === 'stage' && deal.stage !== null)
    return port.setStage(connection, target, { ...deal, stage: deal.stage });
  // A deal that a person opened for them already is the one.
  if (!(await port.hasDeal(connection, target, deal))) await port.openDeal(connection, target, deal);
}
