import type { CampaignLead, CampaignLeadDetail } from '@overture/contract/campaign-leads';
import type { LinkedinTier } from '@overture/domain/accounts';
import { CAMPAIGN_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { PAGE_SIZES } from '@overture/domain/limits';
import { toMessageFields } from '@overture/domain/message/variables';
import { type CursorScope, openCounted, sealCounted } from '../../../kernel/api-keys/cursor.ts';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { type AccountRow, findAccounts } from '../../accounts/index.ts';
import { findSegments, listTextsOfLead } from '../../ai-segments/index.ts';
import { findLinkHost } from '../../brand-hosts/index.ts';
import { listCarriedLabels } from '../../labels/index.ts';
import { listLeadColumns } from '../../lead-columns/index.ts';
import { loadTableColumns, nameSlowFilter } from '../../lead-filters/index.ts';
import { makePrivacyUrl } from '../../privacy/index.ts';
import { findKanbanStatuses, presentProspect } from '../../prospects/index.ts';
import { listSentActions } from '../../sent-actions/index.ts';
import { listSentMails } from '../../sent-mails/index.ts';
import { listSignatures } from '../../signatures/index.ts';
import { listDeletedNodes, listNodes } from '../flow/flow.store.ts';
import { usedSnippets, usedTasks } from '../flow/flow-needs.rules.ts';
import { loadMessageContext } from '../messages/message-context.store.ts';
import { namedTasks } from '../messages/message-snippets.rules.ts';
import { toMessageValues } from '../messages/messages.rules.ts';
import { listOwnResults } from '../messages/research-results.service.ts';
import { withStandIns } from '../messages/stand-ins.store.ts';
import { explainLeads, findVanishedInvites, listHandOvers, listStepRuns, makeUnsubscribeUrl } from '../run/index.ts';
import { listAccountIds, presentAccounts } from '../settings/campaigns.rules.ts';
import { type CampaignRow, findCampaign } from '../settings/campaigns.store.ts';
import { listCallNotes } from './lead-calls.store.ts';
import { listRewritten } from './lead-messages.store.ts';
import { presentTimeline } from './lead-timeline.rules.ts';
import { type LeadFacts, parseTable, presentKnown, presentLead, type TableRequest } from './leads.rules.ts';
import * as store from './leads.store.ts';

type Tx = TransactionContext;

/** Filters and sort of the leads table, its research columns included. @throws bad_request */
export async function parseTableRequest(
  tx: Tx,
  request: TableRequest,
): Promise<Pick<store.LeadView, 'filters' | 'columns' | 'sort' | 'answer_columns'>> {
  const { columns, answer_columns, sort_fields } = await loadTableColumns(tx, CAMPAIGN_TABLE_COLUMNS, request);
  const table = parseTable(request, columns, sort_fields);
  if ('problem' in table) throw new ApiError('bad_request', { reason: table.problem });
  return { ...table, answer_columns };
}

/** A page of 25 leads of a campaign and how many pass the filters. */
export async function pageLeads(
  ctx: Context,
  campaignId: number,
  request: TableRequest & { page: number },
): Promise<{ prospects: CampaignLead[]; total_prospects: number }> {
  return ctx.transaction(async (tx) => {
    const { campaign, view } = await openView(tx, campaignId, request);
    const offset = (request.page - 1) * PAGE_SIZES.campaign_leads;
    const { ids, total_prospects } = await nameSlowFilter(view.filters, async () => {
      const total = await countView(tx, campaign, view);
      const isBehind = offset >= total;
      const page = isBehind ? [] : await store.listPageIds(tx, view, PAGE_SIZES.campaign_leads, offset);
      return { ids: page, total_prospects: total };
    });
    return { prospects: await loadLeads(tx, campaign, ids), total_prospects };
  });
}

/** A page for programs, in the order of adding: empty for the first one, then by the place of the page before. @throws cursor_invalid */
export async function listLeadsAfter(
  ctx: Context & CursorScope,
  campaignId: number,
  request: TableRequest & { cursor: string; limit?: number | undefined },
): Promise<{ prospects: CampaignLead[]; total_prospects: number; next_cursor: string | null }> {
  const list = `leads of campaign ${campaignId}`;
  const size = request.limit ?? PAGE_SIZES.campaign_leads;
  return ctx.transaction(async (tx) => {
    const { campaign, view } = await openView(tx, campaignId, request);
    const counted = { list, filters: view.filters, cursor: request.cursor };
    const { after, total } = openCounted(ctx, counted);
    const { ids, total_prospects } = await nameSlowFilter(view.filters, async () => ({
      total_prospects: total ?? (await countView(tx, campaign, view)),
      ids: await store.listIdsAfter(tx, view, after, size + 1),
    }));
    const shown = ids.slice(0, size);
    const last = shown.at(-1);
    const next_cursor =
      ids.length > size && last !== undefined ? sealCounted(ctx, counted, last, total_prospects) : null;
    return { prospects: await loadLeads(tx, campaign, shown), total_prospects, next_cursor };
  });
}

async function openView(tx: Tx, campaignId: number, request: TableRequest) {
  const table = await parseTableRequest(tx, request);
  const campaign = orNotFound(await findCampaign(tx, campaignId));
  return { campaign, view: { campaign_id: campaignId, ...table } };
}

const countView = async (tx: Tx, campaign: CampaignRow, view: store.LeadView): Promise<number> =>
  view.filters.length === 0 ? campaign.total : store.countLeads(tx, view);

async function loadLeads(tx: Tx, campaign: CampaignRow, ids: readonly number[]): Promise<CampaignLead[]> {
  const leads = await store.findLeads(tx, ids);
  const facts = await loadFacts(tx, campaign.id, leads);
  const named = nameCampaign(campaign, await findAccounts(tx, listAccountIds(campaign)));
  return leads.map((lead) => presentLead(lead, facts, named));
}

function nameCampaign(campaign: CampaignRow, accounts: readonly AccountRow[]): CampaignLead['campaign'] {
  return { id: campaign.id, name: campaign.name, accounts: presentAccounts(campaign, accounts) };
}

async function loadFacts(tx: Tx, campaignId: number, leads: readonly store.LeadRow[]): Promise<LeadFacts> {
  const leadIds = leads.map((lead) => lead.lead_id);
  const people = leads.map((lead) => lead.id);
  return {
    flow: await listNodes(tx, campaignId),
    runs: await listStepRuns(tx, leadIds),
    waiting: await explainLeads(tx, leadIds),
    labels: await listCarriedLabels(tx, 'chat_labels', people),
    boards: await findKanbanStatuses(tx, people),
    accounts: await loadSenders(
      tx,
      leads.flatMap((lead) => [lead.email_account_id, lead.linkedin_account_id]),
    ),
  };
}

async function loadSenders(tx: Tx, ids: readonly (number | null)[]): Promise<Map<number, AccountRow>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  return new Map((await findAccounts(tx, known)).map((row) => [row.id, row]));
}

/** A lead with its timeline in a campaign; without one in the campaign it was added to last. @throws not_found */
export async function getLead(
  ctx: Context,
  prospectId: number,
  campaignId: number | null,
): Promise<CampaignLeadDetail> {
  return ctx.transaction(async (tx) => {
    const leadId = orNotFound(await store.findLeadId(tx, campaignId, prospectId));
    const lead = orNotFound((await store.findLeads(tx, [leadId]))[0]);
    const campaign = orNotFound(await findCampaign(tx, lead.campaign_id));
    const facts = await loadFacts(tx, campaign.id, [lead]);
    const accounts = await findAccounts(tx, listAccountIds(campaign));
    const handOvers = await listHandOvers(tx, [leadId]);
    const named = await loadSenders(
      tx,
      handOvers.flatMap((row) => [row.from_account_id, row.to_account_id]),
    );
    const tierOf = (id: number | null) => accounts.find((account) => account.id === id)?.tier ?? null;
    return {
      ...presentLead(lead, facts, nameCampaign(campaign, accounts)),
      scheduled_campaign: {
        id: leadId,
        campaign_id: campaign.id,
        started_at: lead.started_at?.toISOString() ?? null,
        replied_at: lead.replied_at?.toISOString() ?? null,
        completed_at: lead.completed_at?.toISOString() ?? null,
        added_by_key: lead.added_by_key,
        status_by_key: lead.status_by_key,
        hand_overs: handOvers.map((row) => presentHandOver(row, named)),
        steps: await loadTimeline(tx, lead, facts, {
          tier: tierOf(campaign.linkedin_account_id),
          language: campaign.language,
        }),
      },
    };
  });
}

function presentHandOver(
  row: Awaited<ReturnType<typeof listHandOvers>>[number],
  named: LeadFacts['accounts'],
): CampaignLeadDetail['scheduled_campaign']['hand_overs'][number] {
  const { channel, from_account_id, to_account_id, handed_at, is_restart, invited_at } = row;
  return {
    channel,
    from: presentKnown(from_account_id, named),
    to: presentKnown(to_account_id, named),
    handed_at: handed_at.toISOString(),
    is_restart,
    invited_at: invited_at?.toISOString() ?? null,
  };
}

async function loadTimeline(
  tx: Tx,
  lead: store.LeadRow,
  facts: LeadFacts,
  { tier, language }: { tier: LinkedinTier | null; language: string },
) {
  const rewritten = await listRewritten(tx, lead.lead_id);
  const tasks = [...new Set([...usedTasks(facts.flow), ...[...rewritten.values()].flatMap(namedTasks)])];
  return presentTimeline(lead, {
    ...facts,
    tier,
    sent: await loadSent(tx, facts.runs),
    vanished_invites: await findVanishedInvites(
      tx,
      facts.runs.flatMap((run) => run.intent_id ?? []),
    ),
    rewritten,
    call_notes: await listCallNotes(tx, lead.lead_id),
    deleted: await listDeletedNodes(tx, lead.campaign_id),
    texts: await listTextsOfLead(tx, lead.lead_id),
    segments: await findSegments(tx, usedSnippets(facts.flow)),
    language,
    circumstances: {
      ...(await loadMessageContext(tx, lead.campaign_id, lead.lead_id)),
      privacy_url: makePrivacyUrl(tx, lead.id, await findLinkHost(tx, tx.organization.id)),
    },
    values: toMessageValues(
      withStandIns(toMessageFields(presentProspect(lead), await listLeadColumns(tx)), lead.stand_ins),
      await listSignatures(tx),
      makeUnsubscribeUrl(tx, lead.lead_id, await findLinkHost(tx, tx.organization.id)),
      undefined,
      (await listOwnResults(tx, [lead.id], tasks)).get(lead.id),
    ),
  });
}

/** What was sent to a lead, by node: emails and LinkedIn messages. */
async function loadSent(tx: Tx, runs: LeadFacts['runs']) {
  const ids = runs.flatMap((run) => run.intent_id ?? []);
  const nodeOf = new Map(runs.map((run) => [run.intent_id, run.node_id]));
  const sent = [...(await listSentMails(tx, ids)), ...(await listSentActions(tx, ids))];
  return new Map(
    sent.map(({ intent_id, subject, body_text }) => [
      nodeOf.get(intent_id) ?? 0,
      { subject: subject ?? '', text: body_text },
    ]),
  );
}
