import { statfs } from 'node:fs/promises';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { adminSystemEndpoints } from '@overture/contract/admin-system';
import type { EndpointOutput } from '@overture/contract/endpoint';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { findMailLanguage, sayInDocument } from '../brands/index.ts';
import * as store from './system.store.ts';

type System = EndpointOutput<(typeof adminSystemEndpoints)['getSystem']>;

export async function getSystem(ctx: SystemContext, version: string): Promise<System> {
  const { bavail, bsize } = await statfs(ctx.config.DATA_DIR);
  return ctx.systemTransaction(async (tx) => {
    const database = await store.findDatabase(tx);
    const [workers, jobs, adapters] = [
      await store.listWorkers(tx),
      await store.listQueue(tx),
      await store.listAdapters(tx),
    ];
    return {
      version,
      node_version: process.version,
      database_version: database.version,
      database_bytes: database.bytes,
      free_bytes: bavail * bsize,
      workers: workers.map(({ id, is_alive, beat_at }) => ({ id, is_alive, beat_at: beat_at.toISOString() })),
      jobs: jobs.map((job) => ({ ...job, oldest_at: job.oldest_at?.toISOString() ?? null })),
      sending: await store.countSending(tx),
      adapters: adapters.map((one) => ({
        ...one,
        succeeded_at: one.succeeded_at?.toISOString() ?? null,
        failed_at: one.failed_at?.toISOString() ?? null,
      })),
    };
  });
}

/** Of one administrator. */
const TEST_MAILS: Limit = { name: 'test-mail', points: 10, per_seconds: 600 };

/** @throws conflict with what the mail server said; not_configured; rate_limited */
export async function sendTestMail(ctx: SystemContext, to: string, userId: number): Promise<void> {
  await ctx.rate_limits.spend(TEST_MAILS.name, String(userId), TEST_MAILS.points, TEST_MAILS.per_seconds);
  const language = await findMailLanguage(ctx, { to, organization_id: null });
  try {
    await ctx.ports.mailer.sendSystemMail({
      to,
      subject: sayInDocument(language, 'Test mail of this installation'),
      text: sayInDocument(language, `This installation can send mail. It was asked for at ${ctx.config.APP_URL}.`),
      html: null,
      date: ctx.clock.now(),
    });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    throw new ApiError('conflict', { reason: `The mail server said: ${error.message}` });
  }
}
