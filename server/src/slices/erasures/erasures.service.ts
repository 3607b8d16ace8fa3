import type { ErasureJob } from '@overture/contract/erasures';
import { PAGE_SIZES } from '@overture/domain/limits';
import type { DomainEventOf } from '../../events.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { type CrmErasures, countRecords, sumErasures } from '../integrations/index.ts';
import { beginErasure, eraseBatch } from './erase-people.service.ts';
import * as store from './erasures.store.ts';
import { listKeys, listSamePerson } from './known-by.store.ts';

/** What erasing a lead would delete. @throws not_found */
export async function previewErasure(ctx: Context, prospectId: number) {
  return ctx.read(async (tx) => {
    const people = await listSamePerson(tx, [prospectId]);
    if (people.length === 0) throw new ApiError('not_found');
    const [preview, keys] = [await store.getPreview(tx, people), await listKeys(tx, people)];
    return { ...preview, digests: keys.length, crm: await countRecords(tx, people) };
  });
}

/**
 * Erases people. A few are erased within the request. The loop continues with many, and with people who have a message at a provider.
 * @throws not_found where no such lead exists
 */
export async function erasePeople(
  ctx: SessionContext,
  prospectIds: readonly number[],
  given: { origin: 'lead' | 'list'; with_crm: boolean },
): Promise<ErasureJob> {
  const begun = await ctx.transaction(async (tx) => {
    const job = await beginErasure(tx, prospectIds, given);
    if (job) return job;
    // Repeated: the job that erases them already.
    const running = await store.findJobByLead(tx, prospectIds[0] ?? 0);
    return { id: orNotFound(running).id, prospect_ids: [] };
  });
  if (begun.prospect_ids.length > 0)
    await eraseBatch(ctx.system, ctx.organization.id, '20s').catch((error: unknown) =>
      ctx.system.log.warn({ err: error }, 'people not erased within the request, the loop continues'),
    );
  return getErasure(ctx, begun.id);
}

/** @throws not_found */
export async function getErasure(ctx: Pick<Context, 'read'>, id: number): Promise<ErasureJob> {
  return ctx.read(async (tx) => present(orNotFound(await store.findJob(tx, id)), await sumErasures(tx, [id])));
}

export async function listErasures(ctx: Context) {
  return ctx.read(async (tx) => {
    const { people, skips } = await store.getTotals(tx);
    const rows = await store.listJobs(tx, PAGE_SIZES.erasures);
    const crm = await sumErasures(
      tx,
      rows.map(({ id }) => id),
    );
    return { erasures: rows.map((row) => present(row, crm)), erased_people: people, skips };
  });
}

/** The suppression list erased them by what they are known by: their leads go too. */
export async function followErasure(
  tx: TransactionContext,
  { prospect_ids }: DomainEventOf<'people_erased'>,
): Promise<void> {
  await beginErasure(tx, prospect_ids, { origin: 'suppression', with_crm: false });
}

function present(
  { created_at, finished_at, with_crm: _, ...row }: store.JobRow,
  crm: readonly CrmErasures[],
): ErasureJob {
  return {
    ...row,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    crm: crm.filter(({ job_id }) => job_id === row.id).map(({ job_id: _id, ...sums }) => sums),
  };
}
