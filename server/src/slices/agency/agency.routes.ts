import type { agencyEndpoints } from '@overture/contract/agency';
import type { agencyBillingEndpoints } from '@overture/contract/agency-billing';
import type { agencyFeaturesEndpoints } from '@overture/contract/agency-features';
import type { agencyOverviewEndpoints } from '@overture/contract/agency-overview';
import type { agencyReportsEndpoints } from '@overture/contract/agency-reports';
import type { agencySharingEndpoints, SharedItem } from '@overture/contract/agency-sharing';
import type { agencyTemplatesEndpoints } from '@overture/contract/agency-templates';
import type { clientCapEndpoints } from '@overture/contract/credit-caps';
import { orNotFound } from '../../kernel/errors.ts';
import { HandlerReply, type RouteTable, replyCsv, replyPdf, type SessionContext } from '../../kernel/slice.ts';
import { findFileLanguage } from '../brands/index.ts';
import { saveAsTemplate } from '../campaigns/index.ts';
import { deleteTemplate, listClientTemplates, renameTemplate, requireClientTemplate } from '../templates/index.ts';
import { getBilling, getPriceList, setPriceList } from './billing/billing.service.ts';
import { buyCredits, getOffer, transferCredits } from './billing/credits.service.ts';
import { writeStatementCsv, writeStatementPdf } from './billing/statement.service.ts';
import {
  cancelClient,
  createClient,
  getClient,
  getClientCap,
  listClients,
  mailInvitation,
  renewInvitation,
  restoreClient,
  setClientCap,
  updateClient,
} from './clients/clients.service.ts';
import { openLogo } from './clients/logo.service.ts';
import { openArchive, requireArchive } from './ending/archive.service.ts';
import { getFeatures, setFeatures } from './features/features.service.ts';
import { listOverview } from './overview/overview.store.ts';
import { getReport, writeReportPdf } from './report/report.service.ts';
import { getReportMails, mailReportAgain, setReportMails } from './report/report-mails.service.ts';
import * as store from './sharing/sharing.store.ts';

type Ctx = Pick<SessionContext, 'read' | 'transaction'>;

async function listShares(ctx: Ctx): Promise<SharedItem[]> {
  return ctx.read((tx) => store.listItems(tx));
}

/** @throws not_found for what is none of the agency's own */
async function setShare(
  ctx: Ctx,
  given: Pick<SharedItem, 'kind' | 'id' | 'for_all' | 'client_ids'>,
): Promise<SharedItem> {
  return ctx.transaction(async (tx) => {
    const find = async () => (await store.listItems(tx)).find(({ kind, id }) => kind === given.kind && id === given.id);
    orNotFound(await find());
    await store.replaceShares(tx, given);
    return orNotFound(await find());
  });
}

const billingRoutes: RouteTable<typeof agencyBillingEndpoints> = {
  getAgencyBilling: (ctx, { query }) => getBilling(ctx, query.month),
  getClientPrices: (ctx) => getPriceList(ctx),
  setClientPrices: (ctx, { body }) => setPriceList(ctx, body),
  giveCredits: async (ctx, { params, body }) => ({ email_credits: await transferCredits(ctx, params.id, body) }),
  downloadStatementCsv: async (ctx, { params, query, reply }) => {
    const { name, content } = await writeStatementCsv(ctx, params.id, query.month);
    return replyCsv(reply, name, content);
  },
  downloadStatementPdf: async (ctx, { params, query, reply }) => {
    const { name, content } = await writeStatementPdf(ctx, params.id, query.month);
    return replyPdf(reply, name, content);
  },
  getAgencyOffer: async (ctx) => ({ offer: await getOffer(ctx) }),
  buyAgencyCredits: async (ctx, { body }) => ({ email_credits: await buyCredits(ctx, body) }),
};

const reportRoutes: RouteTable<typeof agencyReportsEndpoints> = {
  getClientReport: async (ctx, { params, query }) => ({ report: await getReport(ctx, params.id, query.month) }),
  downloadClientReport: async (ctx, { params, query, reply }) => {
    const language = await findFileLanguage(ctx);
    const { name, content } = await writeReportPdf(ctx, ctx.system, params.id, { month: query.month, language });
    return replyPdf(reply, name, content);
  },
  getReportMails: async (ctx, { params }) => ({ mails: await getReportMails(ctx, params.id) }),
  setReportMails: async (ctx, { params, body }) => ({ mails: await setReportMails(ctx, params.id, body) }),
  mailReportAgain: async (ctx, { params, body }) => ({ mails: await mailReportAgain(ctx, params.id, body) }),
};

const capRoutes: RouteTable<typeof clientCapEndpoints> = {
  getClientCreditCap: (ctx, { params }) => getClientCap(ctx, params.id),
  setClientCreditCap: (ctx, { params, body }) => setClientCap(ctx, params.id, body.credits),
};

export const agencyRoutes: RouteTable<
  typeof agencyEndpoints &
    typeof agencyBillingEndpoints &
    typeof agencyFeaturesEndpoints &
    typeof agencyOverviewEndpoints &
    typeof agencyReportsEndpoints &
    typeof agencySharingEndpoints &
    typeof agencyTemplatesEndpoints &
    typeof clientCapEndpoints
> = {
  ...capRoutes,
  ...billingRoutes,
  ...reportRoutes,
  getAgencyOverview: async (ctx, { query }) => {
    const rows = await ctx.replicaRead((tx) => listOverview(tx, query.days));
    return {
      clients: rows.map(({ last_active_at, ...row }) => ({
        ...row,
        last_active_at: last_active_at?.toISOString() ?? null,
      })),
    };
  },
  listAgencyTemplates: async (ctx) => ({ agency_templates: await listClientTemplates(ctx) }),
  renameAgencyTemplate: async (ctx, { params, body }) => {
    await requireClientTemplate(ctx, params.id);
    return { template: await renameTemplate(ctx, params.id, body.name) };
  },
  deleteAgencyTemplate: async (ctx, { params }) => {
    await requireClientTemplate(ctx, params.id);
    await deleteTemplate(ctx, params.id);
    return { success: true };
  },
  convertToTemplate: async (ctx, { params, body }) => ({
    success: true,
    template: await saveAsTemplate(ctx, params.id, body.name, true),
  }),
  listAgencyShares: async (ctx) => ({ items: await listShares(ctx) }),
  setAgencyShare: async (ctx, { body }) => ({ item: await setShare(ctx, body) }),
  getAgencyFeatures: (ctx, { query }) => getFeatures(ctx, query.client_id ?? null),
  setAgencyFeatures: (ctx, { body }) => setFeatures(ctx, body.client_id ?? null, body.features),
  listClients: (ctx) => listClients(ctx),
  createClient: (ctx, { body }) => createClient(ctx, body),
  getClient: async (ctx, { params }) => ({ client: await getClient(ctx, params.id) }),
  updateClient: async (ctx, { params, body }) => ({ client: await updateClient(ctx, params.id, body) }),
  cancelClient: async (ctx, { params }) => {
    await cancelClient(ctx, params.id);
    return { success: true };
  },
  restoreClient: async (ctx, { params }) => ({ client: await restoreClient(ctx, params.id) }),
  exportClient: async (ctx, { params }) => {
    await requireArchive(ctx, params.id);
    return { download_url: `/api/v1/agency/clients/${params.id}/archive/` };
  },
  downloadClient: async (ctx, { params, reply }) => {
    const { content, file_name } = await openArchive(ctx, params.id);
    reply.type('application/zip').headers({
      'content-disposition': `attachment; filename="${file_name}"`,
      'cache-control': 'no-store',
    });
    return new HandlerReply(200, content);
  },
  renewClientInvitation: async (ctx, { params }) => ({ url: await renewInvitation(ctx, params.id) }),
  mailClientInvitation: async (ctx, { params }) => {
    await mailInvitation(ctx, params.id);
    return { success: true };
  },
  getClientLogo: async (ctx, { params, reply }) => {
    const { content, headers } = await openLogo(ctx, params.id);
    reply.headers(headers);
    return new HandlerReply(200, content);
  },
};
