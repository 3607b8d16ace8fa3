import type { AiSegment } from '@overture/contract/ai-segments';
import { SNIPPETS } from '@overture/domain/limits';
import { cleanText, isBlank, toSingleLine } from '@overture/domain/text/text';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { costPerLead } from '../enrichment/index.ts';
import { findTasks, type ResearchTask } from '../research-tasks/index.ts';
import { DEFAULT_SEGMENTS, FIRST_CUSTOM_SEGMENT, findDefaultSegment, type Segment } from './default-segments.rules.ts';
import * as store from './segments.store.ts';

type Tx = TransactionContext;
type Ctx = Pick<Context, 'transaction'>;

/** Default snippets, then those of the organization, oldest first. */
export async function listSegments(ctx: Ctx): Promise<AiSegment[]> {
  return ctx.transaction(async (tx) => {
    const segments = [...DEFAULT_SEGMENTS, ...(await store.listCustomSegments(tx, SNIPPETS.max_custom))];
    return presentSegments(tx, segments);
  });
}

/** Those of the snippets named that exist, and the research tasks they draw on. */
export async function findSegmentTasks(
  tx: Pick<Tx, 'db' | 'organization'>,
  ids: readonly number[],
): Promise<{ segments: Segment[]; tasks: ResearchTask[] }> {
  const segments = await store.findSegments(tx, ids);
  const tasks = await findTasks(tx, [...new Set(segments.flatMap((segment) => segment.enrichment_sources))]);
  return { segments, tasks: tasks.filter((task) => task.data_enrichment_type === null) };
}

/** @throws bad_request, research_sources_missing */
export async function createSegment(ctx: Ctx, given: store.SegmentFields): Promise<AiSegment> {
  return ctx.transaction((tx) => addSegment(tx, given));
}

/** @throws bad_request, research_sources_missing */
export async function addSegment(tx: Tx, given: store.SegmentFields): Promise<AiSegment> {
  const fields = await parseFields(tx, given);
  // A concurrent insert counts after this one.
  await store.lockSegments(tx);
  if ((await store.listCustomSegments(tx, SNIPPETS.max_custom)).length >= SNIPPETS.max_custom) {
    throw new ApiError('bad_request', { reason: `You can have at most ${SNIPPETS.max_custom} snippets.` });
  }
  return presentOne(tx, await store.insertSegment(tx, fields));
}

/** @throws forbidden for default snippets, not_found, bad_request, research_sources_missing */
export async function updateSegment(ctx: Ctx, id: number, given: store.SegmentFields): Promise<AiSegment> {
  requireOwn(id);
  return ctx.transaction(async (tx) => {
    const fields = await parseFields(tx, given);
    return presentOne(tx, orNotFound(await store.updateSegment(tx, id, fields)));
  });
}

/** @throws forbidden for default snippets, not_found */
export async function deleteSegment(ctx: Ctx, id: number): Promise<void> {
  requireOwn(id);
  await ctx.transaction(async (tx) => {
    await requireMayDelete(tx, 'ai_segments', [id]);
    if (!(await store.deleteSegment(tx, id))) throw new ApiError('not_found');
  });
}

/** Default snippets belong to everybody: they can be inserted, never changed. */
function requireOwn(id: number): void {
  if (id >= FIRST_CUSTOM_SEGMENT) return;
  throw new ApiError(findDefaultSegment(id) ? 'forbidden' : 'not_found');
}

async function parseFields(tx: Tx, given: store.SegmentFields): Promise<store.SegmentFields> {
  const name = toSingleLine(given.name.normalize('NFC'));
  const instructions = cleanText(given.instructions);
  if (name === '') throw new ApiError('bad_request', { reason: 'Please give the snippet a name.' });
  if (isBlank(instructions))
    throw new ApiError('bad_request', { reason: 'Please write instructions for the snippet.' });
  const enrichment_sources = [...new Set(given.enrichment_sources)];
  if (enrichment_sources.length === 0) throw new ApiError('research_sources_missing');
  const tasks = await findTasks(tx, enrichment_sources);
  const research = tasks.filter((task) => task.data_enrichment_type === null);
  if (research.length < enrichment_sources.length) {
    throw new ApiError('bad_request', { reason: 'One of the research tasks no longer exists.' });
  }
  return { name, instructions, amount_of_sentences: given.amount_of_sentences, enrichment_sources };
}

export async function presentOne(tx: Tx, segment: Segment): Promise<AiSegment> {
  return orNotFound((await presentSegments(tx, [segment]))[0]);
}

/** @param theirs credits a lead of tasks that are another organization's */
export async function presentSegments(
  tx: Tx,
  segments: readonly Segment[],
  theirs: ReadonlyMap<number, number> = new Map(),
): Promise<AiSegment[]> {
  const tasks = await findTasks(tx, [...new Set(segments.flatMap((segment) => segment.enrichment_sources))]);
  const costs = new Map([...theirs, ...tasks.map((task) => [task.id, costPerLead(task)] as const)]);
  return segments.map((segment) => ({
    ...segment,
    enrichment_sources: [...segment.enrichment_sources],
    cost_per_lead: segment.enrichment_sources.reduce((sum, id) => sum + (costs.get(id) ?? 0), 0),
  }));
}
