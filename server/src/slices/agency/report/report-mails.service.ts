import { isProviderError } from '@overture/adapters/kit/errors';
import type { ReportMails } from '@overture/contract/agency-reports';
import { mailedMonth } from '@overture/domain/campaign/month-report';
import type { SystemContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { getBrandOf, sendBrandedMail } from '../../organization/index.ts';
import { changeClient } from '../clients/clients.service.ts';
import { mailOf } from './report.rules.ts';
import { writeReportPdf } from './report.service.ts';
import * as store from './report-mails.store.ts';

/** @throws not_found for clients of others */
export async function getReportMails(ctx: SessionContext, id: number): Promise<ReportMails> {
  const agency = ctx.organization.id;
  return orNotFound(await ctx.system.systemTransaction((tx) => store.findReportMails(tx, agency, id)));
}

/** @throws not_found, client_gone */
export async function setReportMails(
  ctx: SessionContext,
  id: number,
  given: Pick<ReportMails, 'to_agency' | 'to_client'>,
): Promise<ReportMails> {
  await changeClient(ctx, id, async (tx, client) => {
    if (client.cancelled_at) throw new ApiError('client_gone');
    await store.updateReportMails(tx, id, given);
  });
  return getReportMails(ctx, id);
}

/** Mails the reports of the month that is over, each once. One that fails keeps no other from its turn. */
export async function mailReports(ctx: SystemContext, signal?: AbortSignal): Promise<void> {
  const due = mailedMonth(ctx.clock.now());
  if (!due) return;
  for (let after = store.BEFORE_ALL; !signal?.aborted; ) {
    const from = after;
    const report = await ctx.systemTransaction((tx) => store.findDueReport(tx, due, from));
    if (!report) return;
    after = report;
    await mailReport(ctx, due.month, report).catch((error) =>
      ctx.log.error({ err: error, client: report.client_id }, 'the report of a client was not mailed'),
    );
  }
}

/** All that takes time or may fail comes before the claim: between that and the mail stands nothing. */
async function mailReport(ctx: SystemContext, month: string, due: store.DueReport): Promise<void> {
  const agency = ctx.forOrganization(due.agency_id);
  const brand = await getBrandOf(ctx, due.agency_id);
  const { name, content, report } = await writeReportPdf(agency, ctx, due.client_id, month);
  if (!(await ctx.systemTransaction((tx) => store.claimReport(tx, month, due)))) return;
  try {
    await sendBrandedMail(ctx, brand, {
      to: due.address,
      ...mailOf(report, due.recipient === 'agency' ? brand.url : null),
      attachments: [{ filename: `${name}.pdf`, content_type: 'application/pdf', content }],
    });
  } catch (error) {
    // Whether it left is not known of every error: such a mail is not sent again.
    const mayTryAgain = isProviderError(error, 'unavailable') || isProviderError(error, 'rate_limited');
    if (mayTryAgain) await ctx.systemTransaction((tx) => store.giveBackReport(tx, month, due));
    throw error;
  }
  await ctx.systemTransaction((tx) => store.markReportMailed(tx, month, due));
}
