import type { AiSegment } from '@overture/contract/ai-segments';
import { SNIPPETS } from '@overture/domain/limits';
import { foldCase } from '@overture/domain/text/text';
import type { Context } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { copyTask, costPerLead } from '../enrichment/index.ts';
import { listTasksOfAgency } from '../research-tasks/index.ts';
import { addSegment, presentOne, presentSegments } from './segments.service.ts';
import * as store from './segments.store.ts';

type Ctx = Pick<Context, 'transaction'>;

/** Snippets that the organization's agency shares with it, to view and copy. */
export async function listAgencySegments(ctx: Ctx): Promise<AiSegment[]> {
  return ctx.transaction(async (tx) => {
    const segments = await store.listSegmentsOfAgency(tx);
    if (segments.length === 0) return [];
    const tasks = (await listTasksOfAgency(tx)).map((task) => ({ ...task, data_enrichment_type: null }));
    return presentSegments(tx, segments, new Map(tasks.map((task) => [task.id, costPerLead(task)])));
  });
}

/**
 * Copies a shared snippet into the organization, with the research tasks it uses; repeating it creates no second copy.
 * @throws not_found for what is not shared with the organization, feature_disabled, bad_request for too many
 */
export async function copyAgencySegment(ctx: Ctx, id: number): Promise<AiSegment> {
  return ctx.transaction(async (tx) => {
    const shared = orNotFound((await store.listSegmentsOfAgency(tx)).find((segment) => segment.id === id));
    const theirs = new Map((await listTasksOfAgency(tx)).map((task) => [task.id, task]));
    const enrichment_sources: number[] = [];
    for (const source of shared.enrichment_sources) {
      const task = theirs.get(source);
      enrichment_sources.push(task ? (await copyTask(tx, task)).id : source);
    }
    const fields = { ...shared, enrichment_sources };
    const own = await store.listCustomSegments(tx, SNIPPETS.max_custom);
    const same = own.find((one) => isSame(one, fields));
    return same ? presentOne(tx, same) : addSegment(tx, fields);
  });
}

const isSame = (one: store.SegmentFields, other: store.SegmentFields): boolean =>
  foldCase(one.name) === foldCase(other.name) &&
  one.instructions === other.instructions &&
  one.amount_of_sentences === other.amount_of_sentences &&
  [...one.enrichment_sources].sort().join() === [...other.enrichment_sources].sort().join();
