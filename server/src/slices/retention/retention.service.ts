import type { retentionEndpoints } from '@overture/contract/retention';
import { RETENTION_KINDS, type RetentionKind } from '@overture/domain/organization/retention';
import type { z } from 'zod';
import type { Context, SystemContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { recordSecurityEvent } from '../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { queueFileDeletions } from '../../kernel/uploads/file-deletions.ts';
import { deleteForRetention } from '../erasures/index.ts';
import * as store from './retention.store.ts';

type Rules = z.output<(typeof retentionEndpoints)['getRetention']['ok']>;

/** People or conversations of a batch, and batches of a night: what is left goes the next night. */
const BATCH = 100;
const MAX_BATCHES = 100;

export async function getRetention(ctx: Pick<Context, 'read'>): Promise<Rules> {
  const { ran_at, ...rules } = await ctx.read(store.getRules);
  return { ...rules, ran_at: ran_at?.toISOString() ?? null };
}

export const previewRetention = (ctx: Context, rules: store.RetentionRules) =>
  ctx.read((tx) => store.countDue(tx, rules));

export async function changeRetention(ctx: SessionContext, rules: store.RetentionRules): Promise<Rules> {
  await ctx.transaction(async (tx) => {
    await store.saveRules(tx, rules);
    const label = RETENTION_KINDS.map((kind) => `${kind} ${rules[kind] ?? 'off'}`).join(', ');
    await recordSecurityEvent(tx, {
      event: 'setting_changed',
      subject: { kind: 'setting', label: `Retention: ${label}` },
    });
  });
  return getRetention(ctx);
}

/** Deletes what the periods are over for, once a night. */
export async function runRetention(system: SystemContext, signal: AbortSignal): Promise<void> {
  const units = await system.systemTransaction(store.listDue);
  const run = ({ organization_id }: (typeof units)[number], end: AbortSignal) => runFor(system, organization_id, end);
  await runUnits(system, { loop: store.LOOP, units, share: 1, at_once: 1, time_box_in_ms: 300_000, run }, signal);
}

async function runFor(system: SystemContext, organizationId: number, signal: AbortSignal): Promise<void> {
  const ctx = system.forOrganization(organizationId);
  const rules = await ctx.read(store.getRules);
  let batches = 0;
  for (const kind of RETENTION_KINDS) {
    const months = rules[kind];
    while (months !== null && batches < MAX_BATCHES && !signal.aborted && (await deleteBatch(ctx, kind, months)))
      batches += 1;
  }
  const { messages_months: months } = rules;
  while (months !== null && batches < MAX_BATCHES && !signal.aborted) {
    if ((await ctx.transaction((tx) => store.deletePastMails(tx, months, BATCH))) === 0) break;
    batches += 1;
  }
  await ctx.transaction(store.markRun);
}

async function deleteBatch(ctx: Context, kind: RetentionKind, months: number): Promise<boolean> {
  return ctx.transaction(async (tx) => {
    const ids = await store.lockDue(tx, kind, months, BATCH);
    if (ids.length === 0) return false;
    if (kind !== 'messages_months') {
      await deleteForRetention(tx, ids);
      return true;
    }
    await queueFileDeletions(tx, await store.deleteChats(tx, ids));
    return true;
  });
}
