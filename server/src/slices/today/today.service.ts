import type { TodayItem } from '@overture/contract/today';
import { localDay, startOfDay } from '@overture/domain/time/local-time';
import type { SessionContext } from '../../kernel/slice.ts';
import { findOpening } from '../calls/index.ts';
import { callsKind, TODAY_KINDS } from './kinds/index.ts';
import * as store from './today.store.ts';

interface Wanted {
  timezone: string;
  kind?: string | null | undefined;
  campaign_id?: number | null | undefined;
  owner_id?: number | null | undefined;
}

const askerOf = (ctx: SessionContext, { campaign_id = null, owner_id = null }: Partial<Wanted> = {}) => ({
  organization_id: ctx.organization.id,
  user_id: ctx.user.id,
  campaign_id,
  owner_id,
});

export async function listToday(ctx: SessionContext, wanted: Wanted) {
  const { timezone, kind } = wanted;
  const now = ctx.clock.now();
  const began = startOfDay(localDay(now, timezone), timezone);
  const asker = askerOf(ctx, wanted);
  const shown = kind ? TODAY_KINDS.filter((one) => one.kind === kind) : TODAY_KINDS;
  const rows = shown.length === 0 ? [] : await ctx.read((tx) => store.listItems(tx, shown, asker, began));
  const counts = await ctx.read((tx) => store.countItems(tx, TODAY_KINDS, asker));
  const overdue_calls = await ctx.read((tx) => store.countOverdue(tx, callsKind, askerOf(ctx), began));
  const items = rows.map((row) => present(row, began, now));
  // Leads whom one cannot call now come after the others.
  const open = items.filter(({ opens_at }) => opens_at === null);
  return { items: [...open, ...items.filter(({ opens_at }) => opens_at !== null)], counts, overdue_calls };
}

export async function countToday(ctx: SessionContext): Promise<{ total: number }> {
  const counts = await ctx.read((tx) => store.countItems(tx, TODAY_KINDS, askerOf(ctx)));
  return { total: counts.reduce((sum, { count }) => sum + count, 0) };
}

function present(row: store.TodayRow, began: Date, now: Date): TodayItem {
  const { kind, id, detail, due_at, is_interested, is_clicked, prospect_id, company_name, campaign_id } = row;
  const isCall = kind === callsKind.kind && row.timezone !== null;
  const opening = isCall ? findOpening({ zone_facts: row.zone_facts, timezone: row.timezone ?? 'UTC' }, now) : null;
  return {
    ...{ kind, id, detail, is_interested, is_clicked },
    prospect: prospect_id === null ? null : { id: prospect_id, name: row.person_name ?? 'Unknown lead', company_name },
    campaign: campaign_id === null ? null : { id: campaign_id, name: row.campaign_name ?? '' },
    due_at: due_at.toISOString(),
    is_overdue: due_at < began,
    opens_at: opening?.toISOString() ?? null,
  };
}
