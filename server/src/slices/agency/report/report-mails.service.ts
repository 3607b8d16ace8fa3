import { isProviderError } from '@overture/adapters/kit/errors';
import type { ReportMails } from '@overture/contract/agency-reports';
import {
  mailedFrom,
  mailedMonth,
  monthAt,
  monthInstants,
  monthInTheMail,
} from '@overture/domain/campaign/month-report';
import { shiftMonth } from '@overture/domain/money/agency-bills';
import { findInterfaceLanguage, type InterfaceLanguage } from '@overture/domain/text/interface-languages';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { rememberFor } from '../../../kernel/limits/remember.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findMailLanguage, getOrganizationBrand, sendMailOnce } from '../../brands/index.ts';
import { findZone } from '../../organization/index.ts';
import { updateSetting } from '../../organization-settings/index.ts';
import { getMailCalendar } from '../../sending-guard/index.ts';
import { changeClient, recordOfClient } from '../clients/clients.service.ts';
import { toMail } from './report.rules.ts';
import { writeReportPdf } from './report.service.ts';
import { findReportedClient } from './report.store.ts';
import * as store from './report-mails.store.ts';

/** @throws not_found for clients of others */
export async function getReportMails(ctx: SessionContext, id: number): Promise<ReportMails> {
  orNotFound(await ctx.read((tx) => findReportedClient(tx, id)));
  const zone = orNotFound(await ctx.read((tx) => findZone(tx, id)));
  const people = await ctx.system.systemTransaction((tx) => store.listPeople(tx, ctx.organization.id, id));
  const unsettled = await ctx.system.systemTransaction((tx) => store.listUnsettled(tx, ctx.organization.id, id));
  const now = ctx.clock.now();
  const month = monthAt(now, zone.time_zone);
  const last = shiftMonth(month, -1);
  // In the first hours of a month the last one is still to come.
  const next_month = mailedFrom(last, zone.time_zone) > now ? last : month;
  return { ...zone, people, unsettled, next_month, next_at: mailedFrom(next_month, zone.time_zone).toISOString() };
}

/** @throws not_found, client_gone, validation_failed for people who may not read it and for a zone that is none */
export async function setReportMails(
  ctx: SessionContext,
  id: number,
  given: { user_ids: number[]; time_zone?: string | null | undefined },
): Promise<ReportMails> {
  await changeClient(ctx, id, async (tx, client) => {
    if (client.cancelled_at) throw new ApiError('client_gone');
    if (given.time_zone !== undefined) await updateSetting(tx, id, 'time_zone', given.time_zone);
    if (!(await store.replaceRecipients(tx, id, given.user_ids)))
      throw new ApiError(
        'validation_failed',
        {},
        { user_ids: 'Please choose people of your agency or of this client who are still there.' },
      );
    await recordOfClient(ctx, tx, 'client_changed', client);
  });
  return getReportMails(ctx, id);
}

/** A client's report, printed once for all who get it in one language. */
type Printed = Awaited<ReturnType<typeof writeReportPdf>> & { client_id: number; language: InterfaceLanguage };

/**
 * Mails the reports of the month that is over by the client's clock, to each person once. One that fails keeps no other from its turn. A report
 * that was due before a restore may have left: its page says so, and a person can send it again.
 */
export async function mailReports(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const month = monthInTheMail(ctx.clock.now());
  const { is_held, mayHaveLeft } = await getMailCalendar(ctx);
  if (month === null || is_held) return;
  const print = printOnce(ctx, month);
  for (let after = store.BEFORE_ALL; !signal?.aborted; ) {
    const from = after;
    const unsent = await ctx.systemTransaction((tx) => store.listUnsent(tx, month, from));
    const last = unsent.at(-1);
    if (!last) return;
    after = last;
    const now = ctx.clock.now();
    const due = unsent.flatMap((one) => {
      const since = findDueTime(one, now);
      return since === null ? [] : [{ ...one, may_have_left: mayHaveLeft(since) }];
    });
    await runUnits(
      ctx,
      {
        loop: 'client-reports',
        units: due.map((one) => ({
          ...one,
          organization_id: one.agency_id,
          key: `client ${one.client_id} user ${one.user_id}`,
        })),
        share: due.length,
        at_once: 2,
        time_box_in_ms: 120_000,
        run: async (report) =>
          report.may_have_left ? leaveInDoubt(ctx, month, report) : mailOrLog(ctx, month, report, await print(report)),
      },
      signal,
    );
  }
}

/** What the mail server said is written down with the report, and decides whether it is tried again. */
async function mailOrLog(ctx: SystemContext, month: string, report: store.DueReport, printed: Printed): Promise<void> {
  try {
    await mailReport(ctx, month, report, printed);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    const { client_id: client, user_id: user } = report;
    ctx.log.error({ err: error, client, user }, 'client report not mailed');
  }
}

/** Since when it is morning where the client is, of a month that the person waited for; null before. */
function findDueTime({ time_zone, since, client_since }: store.DueReport, now: Date): Date | null {
  const due = mailedMonth(now, time_zone);
  return due !== null && since < due.since && client_since < monthInstants(due.month, time_zone).until
    ? due.since
    : null;
}

/** As after a worker that died while the mail server had the report. */
async function leaveInDoubt(ctx: SystemContext, month: string, due: store.DueReport): Promise<void> {
  await ctx.systemTransaction(async (tx) => {
    const claim = await store.claimReport(tx, month, due);
    if (claim !== undefined) await store.beginReport(tx, month, due, claim);
  });
}

/** Clients whose printed report is kept for the next person who gets it. */
const KEPT_REPORTS = 4;

function printOnce(ctx: SystemContext, month: string): (due: store.DueReport) => Promise<Printed> {
  const agencies = new Map<number, number>();
  const print = rememberFor(600_000, KEPT_REPORTS, async (key): Promise<Printed> => {
    const [id = '', words = ''] = key.split(' ');
    const client_id = Number(id);
    const language = findInterfaceLanguage(words) ?? 'en';
    const agency = ctx.forOrganization(agencies.get(client_id)!);
    return { ...(await writeReportPdf(agency, ctx, client_id, { month, language })), client_id, language };
  });
  return async ({ agency_id, client_id, address }) => {
    agencies.set(client_id, agency_id);
    return print(`${client_id} ${await findMailLanguage(ctx, { to: address, organization_id: agency_id })}`);
  };
}

type Addressee = Pick<store.DueReport, 'agency_id' | 'client_id' | 'user_id' | 'address' | 'is_of_agency'>;

/**
 * All that takes time or may fail comes before the claim. The claim is marked as begun right before the mail server may own the mail: a worker
 * that dies before leaves it to the next one, one that dies after leaves a doubt that only a person settles.
 */
async function mailReport(
  ctx: SystemContext,
  month: string,
  due: Addressee,
  { name, content, report, language }: Printed,
): Promise<void> {
  const brand = await getOrganizationBrand(ctx, due.agency_id);
  const claim = await ctx.systemTransaction((tx) => store.claimReport(tx, month, due));
  if (claim === undefined) return;
  const mail = {
    to: due.address,
    ...toMail(report, due.is_of_agency ? brand.url : null),
    language,
    attachments: [{ filename: `${name}.pdf`, content_type: 'application/pdf', content }],
  };
  await sendMailOnce(ctx, brand, mail, {
    begin: (tx) => store.beginReport(tx, month, due, claim),
    end: () => ctx.systemTransaction((tx) => store.markReportMailed(tx, month, due)),
    refuse: (reason) => ctx.systemTransaction((tx) => store.refuseReport(tx, month, due, reason)),
    giveBack: () => ctx.systemTransaction((tx) => store.releaseReport(tx, month, due, claim)),
  });
}

/** @throws not_found for clients of others and where nothing is in doubt, no_report, mail_not_sent */
export async function mailReportAgain(
  ctx: SessionContext,
  id: number,
  { user_id, month }: { user_id: number; month: string },
): Promise<ReportMails> {
  orNotFound(await ctx.read((tx) => findReportedClient(tx, id)));
  const agency_id = ctx.organization.id;
  const key = { client_id: id, user_id };
  const address = await ctx.system.systemTransaction((tx) => store.findRecipient(tx, agency_id, key));
  const language = await findMailLanguage(ctx.system, { to: address ?? '', organization_id: agency_id });
  const printed = { ...(await writeReportPdf(ctx, ctx.system, id, { month, language })), client_id: id, language };
  const to = orNotFound(await ctx.system.systemTransaction((tx) => store.reopenReport(tx, agency_id, month, key)));
  try {
    await mailReport(ctx.system, month, { agency_id, ...key, ...to }, printed);
  } catch (error) {
    ctx.system.log.error({ err: error, client: id, user: user_id }, 'client report not mailed');
    throw new ApiError('mail_not_sent');
  }
  return getReportMails(ctx, id);
}
