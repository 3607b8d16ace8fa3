import type { ClientReport } from '@overture/contract/agency-reports';
import { fillDays } from '@overture/domain/campaign/analytics';
import {
  BEST_MESSAGE_MINIMUM,
  bestMessages,
  monthAt,
  monthInstants,
  reportDays,
  sumFigures,
} from '@overture/domain/campaign/month-report';
import { VARIANTS } from '@overture/domain/flow/flow';
import { isStepType } from '@overture/domain/flow/step-types';
import { nameMonth } from '@overture/domain/money/agency-bills';
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { localDay } from '@overture/domain/time/local-time';
import type { Context, SystemContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { printPaper } from '../../../kernel/paper/paper.ts';
import { loadBrandLogo } from '../../branding/index.ts';
import { getOrganizationBrand } from '../../brands/index.ts';
import { requireBegun } from '../billing/billing.service.ts';
import { toPaper } from './report.rules.ts';
import * as store from './report.store.ts';

type Ctx = Pick<Context, 'read' | 'replicaRead' | 'transaction' | 'clock' | 'organization'>;

const CAMPAIGNS_SHOWN = 50;
const NO_FIGURES = {
  emails_sent: 0,
  linkedin_messages_sent: 0,
  invites_sent: 0,
  contacted: 0,
  replies: 0,
  interested: 0,
};

/** @throws not_found for clients of others, validation_failed for a month to come, no_report for one in which it was no client */
export async function getReport(ctx: Ctx, id: number, given: string | undefined): Promise<ClientReport> {
  const client = orNotFound(await ctx.read((tx) => store.findReportedClient(tx, id)));
  const zone = client.time_zone;
  const now = ctx.clock.now();
  const month = requireBegun(given, monthAt(now, zone));
  const span = monthInstants(month, zone);
  const wasThere =
    client.created_at < span.until && (client.cancelled_at === null || client.cancelled_at >= span.since);
  if (!wasThere) throw new ApiError('no_report', { month: nameMonth(month) });
  const { month: range, before, is_over } = reportDays(month, localDay(now, zone));
  const both = { start_date: before.start_date, end_date: range.end_date };
  const { days, campaigns, total, messages } = await ctx.replicaRead(async (tx) => ({
    days: await store.listReportDays(tx, id, both, zone),
    ...(await store.listReportCampaigns(tx, id, span, CAMPAIGNS_SHOWN)),
    messages: await store.listReportMessages(tx, id, span, BEST_MESSAGE_MINIMUM),
  }));
  return {
    month,
    client: { id: client.id, name: client.name },
    time_zone: zone,
    is_over,
    range,
    range_before: before,
    figures: sumFigures(days, range),
    figures_before: sumFigures(days, before),
    days: fillDays(range, days, NO_FIGURES),
    campaigns,
    more_campaigns: total - campaigns.length,
    best_messages: bestMessages(messages).flatMap(({ step_type, variant, ...message }) =>
      isStepType(step_type)
        ? [{ ...message, step_type, variant: VARIANTS.find((one) => one === variant) ?? null }]
        : [],
    ),
    minimum_sent: BEST_MESSAGE_MINIMUM,
  };
}

/** @throws the same, and unavailable when too many are printed in parallel */
export async function writeReportPdf(
  ctx: Ctx,
  system: SystemContext,
  id: number,
  { month, language }: { month: string | undefined; language: InterfaceLanguage },
): Promise<{ name: string; content: Buffer; report: ClientReport }> {
  const report = await getReport(ctx, id, month);
  const agency = ctx.organization.id;
  const brand = await getOrganizationBrand(system, agency);
  const look = { name: brand.name, color: brand.look.primary_color, logo: await loadBrandLogo(system, brand) };
  const content = await printPaper({ ...toPaper(report, language), brand: look, made_at: ctx.clock.now() }, agency);
  return { name: `report-${report.month}-${id}`, content, report };
}
