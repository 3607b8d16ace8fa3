import type { EndpointInput, EndpointOutput } from '@overture/contract/endpoint';
import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import { ApiError, call, errorMessage } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { dismissJob, type RunningJob, showJob } from '../../../lib/jobs.ts';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';

/** Leads that one request adds. More take several, which show how far they are and stop between two. */
const LEADS_AT_ONCE = 1_000;

type Endpoint = typeof leadFinderEndpoints.addFinderLeads;
export type AddBody = Exclude<EndpointInput<Endpoint>['body'], undefined>;
type Answer = EndpointOutput<Endpoint>;

/** Of an addition that takes several requests. */
export interface AddProgress {
  done: number;
  total: number;
  /** Left out once it was asked to stop. */
  onStop: (() => void) | undefined;
}

/** Why not all were added: a person stopped it, or a request failed. */
type Ending = { is_stopped?: boolean; problem?: string };

type Counts = Omit<Answer, 'success' | 'prospects' | 'total_prospects' | 'not_found'>;
/** What all requests did together; `first_ids` are at the top of the list. */
export type AddedLeads = Counts & Ending & { first_ids: number[] };

/**
 * Adds the named leads, or leads from the top of the result until `amount` are added: each request takes those that are not in the list yet.
 * The tray shows a large addition on every screen, and what was added stays. @throws ApiError of the first request
 */
export async function addInBatches(
  searchId: number,
  body: AddBody,
  onProgress: (progress: AddProgress) => void,
): Promise<AddedLeads> {
  const total = Number(body.amount ?? 0);
  if (total <= LEADS_AT_ONCE) return sumOf([await send(searchId, body)]);
  const job = startJob(searchId, total, onProgress);
  const answers: Answer[] = [];
  try {
    for (let added = 0; added < total && !job.isStopped(); ) {
      job.report(added);
      const answer = await send(searchId, { ...body, amount: Math.min(LEADS_AT_ONCE, total - added) });
      answers.push(answer);
      added += answer.added_prospects;
      if (answer.added_prospects === 0 || answer.over_limit_count > 0) break;
    }
  } catch (error) {
    return job.fail(sumOf(answers), error);
  }
  return job.end(sumOf(answers));
}

const send = (id: number, body: AddBody): Promise<Answer> =>
  call(leadFinderEndpoints.addFinderLeads, { params: { id }, body });

/** Each request passes the leads of those before it as listed ones: the last one counts for all. */
function sumOf(answers: readonly Answer[]): AddedLeads {
  const added_prospects = answers.reduce((sum, answer) => sum + answer.added_prospects, 0);
  const last = answers.at(-1);
  const before = added_prospects - (last?.added_prospects ?? 0);
  return {
    added_prospects,
    already_in_list: Math.max(0, (last?.already_in_list ?? 0) - before),
    known_count: last?.known_count ?? 0,
    company_limit_count: last?.company_limit_count ?? 0,
    excluded_domains_count: last?.excluded_domains_count ?? 0,
    erased_count: last?.erased_count ?? 0,
    over_limit_count: last?.over_limit_count ?? 0,
    first_ids: answers.flatMap(({ prospects }) => prospects.map(({ id }) => id)),
  };
}

let jobs = 0;

function startJob(searchId: number, total: number, onProgress: (progress: AddProgress) => void) {
  jobs += 1;
  const id = `add-${jobs}`;
  let isStopped = false;
  let done = 0;
  const show = (state: RunningJob['state'], count: string, onStop?: () => void) =>
    showJob({ id, label: t('adding'), done, total, count, state, to: pb.search(searchId), onStop });
  const words = () => ({ done: formatNumber(done), total: formatNumber(total) });
  function report(added: number) {
    done = added;
    const onStop = isStopped ? undefined : stop;
    show('running', t(isStopped ? 'add_stopping' : 'add_progress', words()), onStop);
    onProgress({ done, total, onStop });
  }
  function stop() {
    isStopped = true;
    report(done);
  }
  function end(sum: AddedLeads): AddedLeads {
    done = sum.added_prospects;
    if (!isStopped || done >= total) {
      dismissJob(id);
      return sum;
    }
    show('stopped', t('add_stopped', words()));
    return { ...sum, is_stopped: true };
  }
  /** A limit that is reached between two requests is no failure: the rest is over it. */
  function fail(sum: AddedLeads, error: unknown): AddedLeads {
    done = sum.added_prospects;
    if (done === 0 || isLimit(error)) dismissJob(id);
    if (done === 0) throw error;
    if (isLimit(error)) return { ...sum, over_limit_count: total - done };
    const problem = errorMessage(error, t('add_interrupted'));
    show('failed', problem);
    return { ...sum, problem };
  }
  return { isStopped: () => isStopped, report, end, fail };
}

export const isLimit = (error: unknown): error is ApiError & { code: 'trial_search_limit' | 'search_limit' } =>
  error instanceof ApiError && (error.code === 'trial_search_limit' || error.code === 'search_limit');
