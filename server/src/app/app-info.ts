import type { appInfoEndpoints } from '@overture/contract/app-info';
import { PAID_BILLING } from '@overture/domain/money/pricing';
import { sql } from 'kysely';
import type { z } from 'zod';
import packageFile from '../../package.json' with { type: 'json' };
import type { SystemContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { RouteTable } from '../kernel/slice.ts';
import { createTicket, TICKET_LIFETIME_IN_SECONDS } from '../slices/live-tickets/index.ts';
import { openEventMonths } from './event-months.ts';
import { findSendingHold, releaseSendingHold } from './sending-epoch.ts';

/** Of the release; the changelog and every package say the same. */
export const { version } = packageFile;

/** What this installation runs on; decided at start. */
export interface Installation {
  sandboxed: string[];
  sandbox_url: string | null;
  sandbox_mail: z.output<(typeof appInfoEndpoints)['getAppInfo']['ok']>['sandbox_mail'];
  onClockMoved: (offsetInMs: number) => Promise<void>;
}

/** Notification channel for a moved clock. */
export const clockChannel = 'overture_clock';

export function createAppInfoRoutes(installation: Installation): RouteTable<typeof appInfoEndpoints> {
  return {
    getAppInfo: async (ctx) => ({
      version,
      sandboxed: installation.sandboxed,
      sandbox_url: installation.sandbox_url,
      sandbox_mail: installation.sandbox_mail,
      time_travel: ctx.config.TIME_TRAVEL === 'on',
      sign_in_with: ctx.ports.google_client === null ? [] : ['google'],
      has_trial: ctx.config.BILLING === PAID_BILLING,
      sign_ups: ctx.config.SIGN_UPS,
    }),
    getSendingHold: async (ctx) => ({ hold: await findSendingHold(ctx.system) }),
    releaseSendingHold: async (ctx) => {
      await releaseSendingHold(ctx.system);
      return { success: true };
    },
    createLiveTicket: async (ctx) => ({
      ticket: await createTicket(ctx),
      expires_in_seconds: TICKET_LIFETIME_IN_SECONDS,
    }),
    getClock: async (ctx) => {
      requireTimeTravel(ctx);
      return { now: await loadClock(ctx.system) };
    },
    advanceClock: async (ctx, { body }) => {
      requireTimeTravel(ctx);
      const now = await moveClock(ctx.system, body.advance_in_seconds);
      await installation.onClockMoved(ctx.clock.offset_in_ms());
      return { now };
    },
  };
}

function requireTimeTravel(ctx: Pick<SystemContext, 'config'>): void {
  if (ctx.config.TIME_TRAVEL !== 'on') throw new ApiError('time_travel_off');
}

async function loadClock(ctx: SystemContext): Promise<string> {
  return ctx.systemTransaction(async ({ db }) => {
    const rows = await sql<{ now: Date }>`select app_now() as now`.execute(db);
    return rows.rows[0]!.now.toISOString();
  });
}

/**
 * Moves the clock for all processes: the row is what SQL reads, the notification reaches the processes. Ten years at most in
 * total.
 */
async function moveClock(ctx: SystemContext, seconds: number): Promise<string> {
  await openEventMonths(ctx, seconds);
  const moved = await ctx.systemTransaction(async ({ db }) => {
    const rows = await sql<{ offset_in_ms: number; now: Date }>`update installation
      set clock_offset = clock_offset + make_interval(secs => ${seconds})
      where clock_offset + make_interval(secs => ${seconds}) < interval '3660 days'
      returning extract(epoch from clock_offset)::float8 * 1000 as offset_in_ms, statement_timestamp() + clock_offset as now`.execute(
      db,
    );
    const row = rows.rows[0];
    if (!row) throw new ApiError('bad_request', { reason: 'The clock cannot be moved that far ahead.' });
    await sql`select pg_notify(${clockChannel}, ${String(row.offset_in_ms)})`.execute(db);
    return row;
  });
  ctx.clock.setOffset(moved.offset_in_ms);
  return moved.now.toISOString();
}

/** The offset as stored: read at start and after a lost notification connection. */
export async function loadClockOffset(ctx: SystemContext): Promise<number> {
  return ctx.systemTransaction(async ({ db }) => {
    const rows = await sql<{
      offset_in_ms: number;
    }>`select extract(epoch from clock_offset)::float8 * 1000 as offset_in_ms
      from installation`.execute(db);
    return rows.rows[0]?.offset_in_ms ?? 0;
  });
}
