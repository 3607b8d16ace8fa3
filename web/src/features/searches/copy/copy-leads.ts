import { leadListsEndpoints } from '@overture/contract/lead-lists';
import type { Search } from '@overture/contract/searches';
import { searchesEndpoints } from '@overture/contract/searches';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import type { tableRequest } from '../../../lib/api/table-request.ts';
import { formatNumber } from '../../../lib/format.ts';
import { dismissJob, type RunningJob, showJob } from '../../../lib/jobs.ts';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from './texts.ts';

export interface CopyOrder {
  from: number;
  target: Pick<Search, 'id' | 'name'>;
  moves: boolean;
  /** `everything`: all leads that pass the filters, batch by batch. */
  leads: { prospect_ids: number[] } | { amount: number } | { everything: true };
  table?: ReturnType<typeof tableRequest>;
  /** How many leads are meant. */
  total: number;
}

export interface CopyTotals {
  added: number[];
  known: number;
  isStopped: boolean;
}

let jobs = 0;

/**
 * Copies leads to another list. What takes several requests shows its progress in the tray on every screen and can be stopped there; what was
 * copied stays. @throws ApiError
 */
export async function copyLeads(order: CopyOrder): Promise<CopyTotals> {
  jobs += 1;
  const id = `copy-${jobs}`;
  const totals: CopyTotals = { added: [], known: 0, isStopped: false };
  const show = (state: RunningJob['state'], words?: string) =>
    showJob({ id, ...describeJob(order, totals, state, words) });
  function onStop() {
    totals.isStopped = true;
  }
  try {
    let after = await copyBatch(order, totals, null);
    while (after !== null && !totals.isStopped) {
      showJob({ id, ...describeJob(order, totals, 'running'), onStop });
      after = await copyBatch(order, totals, after);
    }
  } catch (error) {
    if (countDone(totals) > 0) show('failed', errorMessage(error, t('failed', { name: order.target.name })));
    throw error;
  }
  if (totals.isStopped) show('stopped');
  else dismissJob(id);
  return totals;
}

/** Returns the place where the next batch begins. */
async function copyBatch(order: CopyOrder, totals: CopyTotals, after: number | null): Promise<number | null> {
  const { from, target, moves, leads, table } = order;
  const body = { ...leads, ...table, target_id: target.id, moves, after };
  const answer = await call(leadListsEndpoints.copySearchProspects, { params: { id: from }, body });
  totals.added.push(...answer.added_ids);
  totals.known += answer.known_prospects;
  return answer.continue_after;
}

const countDone = ({ added, known }: CopyTotals): number => added.length + known;

function describeJob(
  { target, moves, total }: CopyOrder,
  totals: CopyTotals,
  state: RunningJob['state'],
  words?: string,
) {
  const done = countDone(totals);
  const counts = { done, total: Math.max(done, total) };
  const shown = { done: formatNumber(counts.done), total: formatNumber(counts.total) };
  const label = t(moves ? 'moving' : 'copying', { name: target.name });
  const count = words ?? t(state === 'stopped' ? 'stopped' : 'progress', shown);
  return { ...counts, label, count, state, to: pb.search(target.id) };
}

/** Takes named leads that were copied out of the other list again, and puts moved ones back. */
export async function undoCopy(order: CopyOrder & { leads: { prospect_ids: number[] } }, added: number[]) {
  const change = (id: number, prospect_ids: number[], new_status: 'IN_REVIEW' | 'ARCHIVED') =>
    call(searchesEndpoints.changeProspectStatuses, { params: { id }, body: { prospect_ids, new_status } });
  if (order.moves) await change(order.from, order.leads.prospect_ids, 'IN_REVIEW');
  if (added.length > 0) await change(order.target.id, added, 'ARCHIVED');
}
