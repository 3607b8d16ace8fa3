import type { ScheduledExport, ScheduledExportLink } from '@overture/contract/scheduled-exports';
import { may } from '@overture/domain/access/permissions';
import {
  describeExport,
  EXPORT_SUBJECTS,
  type ExportDelivery,
  exportAfter,
  exportedDays,
  nextExport,
  SCHEDULED_EXPORT_LIMITS,
  showsDays,
} from '@overture/domain/scheduled-exports';
import { toMailName } from '@overture/domain/text/text';
import type { DateRange } from '@overture/domain/time/date-presets';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { getOrganizationBrand } from '../brands/index.ts';
import { insertNotice } from '../notices/index.ts';
import { findZone, getOwnZone } from '../organization/index.ts';
import { getMailCalendar } from '../sending-guard/index.ts';
import { enqueueEvents, hasReceiver } from '../webhooks/index.ts';
import { findExportCall } from './export-call.rules.ts';
import * as store from './scheduled-exports.store.ts';

interface Listed {
  time_zone: string;
  exports: ScheduledExport[];
  max_exports: number;
}

export async function listExports(ctx: SessionContext): Promise<Listed> {
  const { time_zone } = await getOwnZone(ctx);
  const rows = await ctx.read((tx) => store.listExports(tx, ctx.user.id));
  return { time_zone, exports: rows.map(present), max_exports: SCHEDULED_EXPORT_LIMITS.exports };
}

function present({ user_id: _user, is_archived: _archived, next_at, ...row }: store.ExportRow): ScheduledExport {
  return { ...row, next_at: row.stopped === null ? next_at.toISOString() : null };
}

type Given = Omit<store.NewExport, 'search_id' | 'campaign_id' | 'delivery'> & {
  delivery?: ExportDelivery | null | undefined;
  search_id?: number | null | undefined;
  campaign_id?: number | null | undefined;
};

const EVENT = 'export.ready';

/** @throws validation_failed for an unknown list or campaign and without a webhook for the event, forbidden for credits, bad_request for too many */
export async function createExport(ctx: SessionContext, { search_id, campaign_id, ...rest }: Given): Promise<Listed> {
  const given = { ...rest, delivery: rest.delivery ?? 'email' };
  if (given.kind === 'credits' && !may(ctx.user, 'billing')) throw new ApiError('forbidden');
  await ctx.transaction(async (tx) => {
    if (given.delivery === 'webhook' && !(await hasReceiver(tx, EVENT)))
      throw new ApiError('validation_failed', {}, { delivery: 'Please add a webhook that receives exports first.' });
    const field = EXPORT_SUBJECTS[given.kind];
    const subject = {
      search_id: field === 'search_id' ? (search_id ?? null) : null,
      campaign_id: field === 'campaign_id' ? (campaign_id ?? null) : null,
    };
    const name = await findName(tx, { ...given, ...subject });
    const { time_zone } = orNotFound(await findZone(tx, tx.organization.id));
    const nextAt = nextExport(tx.clock.now(), given, time_zone);
    await store.insertExport(tx, ctx.user.id, name, { ...given, ...subject }, nextAt);
  });
  return listExports(ctx);
}

async function findName(tx: TransactionContext, given: store.NewExport): Promise<string> {
  const field = EXPORT_SUBJECTS[given.kind];
  if (field === null) return '';
  const name = given[field] === null ? undefined : await store.findSubject(tx, given);
  if (name === undefined)
    throw new ApiError(
      'validation_failed',
      {},
      { [field]: field === 'search_id' ? 'Please choose a list.' : 'Please choose a campaign.' },
    );
  return name;
}

/** @throws not_found */
export async function deleteExport(ctx: SessionContext, id: number): Promise<void> {
  orNotFound((await ctx.transaction((tx) => store.deleteExport(tx, ctx.user.id, id))) || undefined);
}

/** @throws not_found for links of others and expired ones */
export async function getLink(ctx: SessionContext, id: number): Promise<ScheduledExportLink> {
  const link = orNotFound(await ctx.read((tx) => store.findLink(tx, ctx.user.id, id)));
  const { kind, name, search_id, campaign_id, start_date, end_date, time_zone, expires_at } = link;
  return { kind, name, search_id, campaign_id, start_date, end_date, time_zone, expires_at: expires_at.toISOString() };
}

/**
 * Mails the links that are due, each once: link, notice and next time are written in one transaction. One that was due before a restore is
 * left out: it may have been mailed. Many are due at the same hour: it repeats while some are left.
 */
export async function mailExports(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  const { is_held, mayHaveLeft } = await getMailCalendar(ctx);
  if (is_held) return;
  while (!signal.aborted) {
    const due = await ctx.systemTransaction(store.listDue);
    const { done } = await runUnits(
      ctx,
      {
        loop: store.EXPORTS_LOOP,
        units: due.map((one) => ({ ...one, key: String(one.id) })),
        share: store.DUE_OF_ORGANIZATION,
        at_once: 2,
        time_box_in_ms: 30_000,
        run: async ({ id, organization_id }) => {
          const { url } = await getOrganizationBrand(ctx, organization_id);
          return ctx.forOrganization(organization_id).transaction((tx) => deliverExport(tx, id, { mayHaveLeft, url }));
        },
      },
      signal,
    );
    if (done === 0) return;
  }
}

interface Delivering {
  mayHaveLeft: (due: Date) => boolean;
  /** Of the application as the organization knows it: receivers of a brand don't read the installation's. */
  url: string;
}

async function deliverExport(tx: TransactionContext, id: number, { mayHaveLeft, url }: Delivering): Promise<void> {
  const row = await store.lockDue(tx, id);
  if (row === undefined) return;
  // By the clock of the database it is due. One that is ahead of this machine's must not make it due again.
  const now = new Date(Math.max(tx.clock.now().getTime(), row.next_at.getTime()));
  if (mayHaveLeft(row.next_at)) return store.moveOn(tx, row, nextExport(now, row, row.time_zone));
  const reason = whyStopped(row) ?? (await describeMissingReceiver(tx, row));
  if (reason !== null) return stopExport(tx, row, reason);
  const days = exportedDays(now, row.every, row.time_zone);
  const link = await store.insertLink(tx, id, days, row.time_zone);
  // After days without a running program one link is made, not one for each day.
  await store.moveOn(tx, row, exportAfter(now, row, row.time_zone));
  if (row.delivery === 'email') return mailLink(tx, row, days, link.id);
  const { kind, name, time_zone } = row;
  const { path, ...call } = findExportCall(row, days, time_zone);
  const data = {
    export: { id, kind, name },
    kind,
    ...days,
    time_zone,
    file: { ...call, address: `${url}/api/v1${path}` },
    page: `${url}/exports?link=${link.id}`,
    expires_at: link.expires_at.toISOString(),
  };
  await enqueueEvents(tx, [{ type: EVENT, event_key: String(link.id), data }]);
}

const titleOf = ({ kind, name }: store.ExportRow): string => describeExport({ kind, name: toMailName(name) });

async function stopExport(tx: TransactionContext, row: store.ExportRow, reason: string): Promise<void> {
  await store.stopExport(tx, row.id, reason);
  await insertNotice(tx, {
    user_id: row.user_id,
    subject: 'A scheduled export was stopped',
    paragraphs: [titleOf(row), reason],
    path: '/exports',
  });
}

async function mailLink(tx: TransactionContext, row: DueExport, days: DateRange, link: number): Promise<void> {
  const what = titleOf(row);
  await insertNotice(tx, {
    user_id: row.user_id,
    subject: `Your export is ready: ${what}`,
    paragraphs: [
      what,
      showsDays(row.kind)
        ? `It shows ${days.start_date} to ${days.end_date} (${row.time_zone}).`
        : 'It shows what is there when you open the link.',
      `The link works for ${SCHEDULED_EXPORT_LIMITS.link_in_days} days, after you sign in. You can stop this email on the page Exports.`,
    ],
    path: `/exports?link=${link}`,
  });
}

type DueExport = NonNullable<Awaited<ReturnType<typeof store.lockDue>>>;

async function describeMissingReceiver(tx: TransactionContext, { delivery }: store.ExportRow): Promise<string | null> {
  return delivery === 'email' || (await hasReceiver(tx, EVENT)) ? null : 'No active webhook receives it.';
}

/** Why there is nothing to export, in words; null where there is. */
function whyStopped({ kind, search_id, campaign_id, is_archived }: store.ExportRow): string | null {
  const field = EXPORT_SUBJECTS[kind];
  if (field === null) return null;
  const what = field === 'search_id' ? 'list' : 'campaign';
  if (search_id === null && campaign_id === null) return `Its ${what} was deleted.`;
  return is_archived ? `Its ${what} was archived.` : null;
}
