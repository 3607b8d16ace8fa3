import type { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import type { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import type { campaignSendersEndpoints } from '@overture/contract/campaign-senders';
import type { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { campaignsEndpoints } from '@overture/contract/campaigns';
import type { dataProblemsEndpoints } from '@overture/contract/data-problems';
import type { holidayCalendarEndpoints } from '@overture/contract/holiday-calendars';
import type { leadZonesEndpoints } from '@overture/contract/lead-zones';
import type { rehearsalEndpoints } from '@overture/contract/rehearsal';
import type { revisionsEndpoints } from '@overture/contract/revisions';
import type { sequenceWritingEndpoints } from '@overture/contract/sequence-writing';
import type { stepVariantsEndpoints } from '@overture/contract/step-variants';
import type { unsubscribeRuleEndpoints } from '@overture/contract/unsubscribe-rule';
import { calendarOf, listCalendars } from '@overture/domain/sending/holidays';
import { signalOfCaller } from '../../kernel/limits/waiting-caller.ts';
import { type RouteTable, replyCsv } from '../../kernel/slice.ts';
import { addAttachment, deleteAttachment } from './editor/attachments.service.ts';
import { draftMessage } from './editor/draft.service.ts';
import { addStep, deleteStep, setDelay, updateStep } from './editor/flow.service.ts';
import { makeUnsubscribeText, previewStep, writeSnippets } from './editor/preview.service.ts';
import { addToCampaign, addToDraft, checkDuplicates } from './leads/adding.service.ts';
import { pageArchivedLeads, restoreLeads } from './leads/archived-leads.service.ts';
import { openLeads, openMessages } from './leads/campaign-files.service.ts';
import * as changes from './leads/lead-changes.service.ts';
import { handOverSelected, settleLeadsOfSender } from './leads/lead-changes.service.ts';
import { exportLeads } from './leads/lead-export.service.ts';
import { getLead, listLeadsAfter, pageLeads } from './leads/leads.service.ts';
import * as costs from './lookups/enrichment-costs.service.ts';
import * as lookups from './lookups/table-lookups.service.ts';
import * as fixes from './problems/fix-problem.service.ts';
import * as odd from './problems/odd-values.service.ts';
import * as problems from './problems/problems.service.ts';
import { rehearseCampaign } from './rehearsal/rehearsal.service.ts';
import { previewImpact } from './revisions/impact.service.ts';
import { listPublished, publishCopy, restoreRevision } from './revisions/publish.service.ts';
import { rehearseRevision } from './revisions/rehearse-revision.service.ts';
import { scheduleCopy, unscheduleCopy } from './revisions/scheduled-publishing.service.ts';
import { addFile, discardCopy, draftCopyMessage, getWorkingCopy, saveCopy } from './revisions/working-copy.service.ts';
import { getSequencePlan, proposeAngles, writeSequenceMessage } from './sequence-writing/sequence-writing.service.ts';
import { createFromTemplate, saveAsTemplate } from './settings/campaign-templates.service.ts';
import * as campaigns from './settings/campaigns.service.ts';
import { listCampaignSenders } from './settings/senders.service.ts';
import { activateCampaign, pauseCampaign, setCampaignsStatus } from './start/activation.service.ts';
import { countLeadZones } from './start/lead-zones.service.ts';
import { getMessageTest, sendMessageTest, sendSequenceTest } from './test-mails/test-mails.service.ts';
import * as variants from './variants/variants.service.ts';

const settingsRoutes: RouteTable<typeof campaignsEndpoints> = {
  listCampaigns: async (ctx) => ({ campaigns: await campaigns.listCampaigns(ctx) }),
  createCampaign: async (ctx, { body }) => ({ campaign: await campaigns.createCampaign(ctx, body) }),
  setCampaignsStatus: async (ctx, { body }) => {
    await setCampaignsStatus(ctx, body.campaign_ids, body.status, body.undo ?? false);
    return { success: true };
  },
  getCampaign: async (ctx, { params }) => ({ campaign: await campaigns.getCampaign(ctx, params.id) }),
  updateCampaign: async (ctx, { params, body }) => ({ campaign: await campaigns.updateCampaign(ctx, params.id, body) }),
  duplicateCampaign: async (ctx, { params }) => ({ campaign: await campaigns.duplicateCampaign(ctx, params.id) }),
  createFromTemplate: async (ctx, { body }) => ({ campaign: await createFromTemplate(ctx, body) }),
  saveAsTemplate: async (ctx, { params, body }) => ({
    success: true,
    template: await saveAsTemplate(ctx, params.id, body.name),
  }),
  activateCampaign: async (ctx, { params, body }) => ({ campaign: await activateCampaign(ctx, params.id, body) }),
  pauseCampaign: async (ctx, { params }) => ({ campaign: await pauseCampaign(ctx, params.id) }),
  downloadCampaignAnalytics: async (ctx, { query, reply }) =>
    replyCsv(reply, 'campaigns', await campaigns.writeCampaigns(ctx, query)),
  listCampaignAnalytics: async (ctx, { query }) => campaigns.pageCampaigns(ctx, query),
};

const stepsRoutes: RouteTable<typeof campaignStepsEndpoints> = {
  addStep: async (ctx, { params, body }) => addStep(ctx, params.id, body),
  updateStep: async (ctx, { params, body }) => ({ campaign: await updateStep(ctx, params.id, params.stepId, body) }),
  setDelay: async (ctx, { params, body }) => ({ campaign: await setDelay(ctx, params.id, params.stepId, body) }),
  deleteStep: async (ctx, { params, query }) => ({
    campaign: await deleteStep(ctx, params.id, params.stepId, query),
  }),
  previewStep: async (ctx, { params, body }) => previewStep(ctx, params.id, params.stepId, body),
  writeSnippets: async (ctx, { params, body }) => ({
    snippets: await writeSnippets(ctx, params.id, params.stepId, body),
  }),
  sendMessageTest: async (ctx, { params, body }) => ({
    test_id: await sendMessageTest(ctx, params.id, params.stepId, body),
  }),
  sendSequenceTest: async (ctx, { params, body }) => ({ tests: await sendSequenceTest(ctx, params.id, body) }),
  getMessageTest: async (ctx, { params }) => ({ recipients: await getMessageTest(ctx, params.id, params.testId) }),
  draftMessage: async (ctx, { params, body }) => draftMessage(ctx, params.id, params.stepId, body),
  addAttachment: async (ctx, { params, file }) => ({
    step: await addAttachment(ctx, params.id, params.stepId, file),
  }),
  deleteAttachment: async (ctx, { params }) => {
    await deleteAttachment(ctx, { campaign_id: params.id, node_id: params.stepId, id: params.attachmentId });
    return { success: true };
  },
  makeUnsubscribeText: async (ctx, { params, body }) => ({
    unsubscribe_text: await makeUnsubscribeText(ctx, params.id, body),
  }),
};

const sequenceRoutes: RouteTable<typeof sequenceWritingEndpoints> = {
  getSequencePlan: async (ctx, { params, query }) => getSequencePlan(ctx, params.id, query.in_working_copy ?? false),
  proposeAngles: async (ctx, { params, body, reply }) => ({
    angles: await proposeAngles(ctx, params.id, body, signalOfCaller(reply)),
  }),
  writeSequenceMessage: async (ctx, { params, body, reply }) =>
    writeSequenceMessage(ctx, params.id, params.stepId, body, signalOfCaller(reply)),
};

const variantsRoutes: RouteTable<typeof stepVariantsEndpoints> = {
  getStepVariants: async (ctx, { params }) => ({
    variants: await variants.getStepVariants(ctx, params.id, params.stepId),
  }),
  setStepVariants: async (ctx, { params, body }) => ({
    variants: await variants.setStepVariants(ctx, params.id, params.stepId, body),
  }),
  undoStepWinner: async (ctx, { params, body }) => ({
    variants: await variants.undoStepWinner(ctx, params.id, params.stepId, body.version),
  }),
};

const revisionsRoutes: RouteTable<typeof revisionsEndpoints> = {
  getRevision: async (ctx, { params }) => ({ revision: await getWorkingCopy(ctx, params.id) }),
  saveRevision: async (ctx, { params, body }) => ({ revision: await saveCopy(ctx, params.id, body) }),
  discardRevision: async (ctx, { params, body }) => ({ revision: await discardCopy(ctx, params.id, body.version) }),
  addRevisionFile: async (ctx, { params, file }) => ({
    attachment: await addFile(ctx, params.id, params.stepId, file),
  }),
  draftRevisionMessage: async (ctx, { params, body }) => draftCopyMessage(ctx, params.id, params.stepId, body),
  previewRevision: async (ctx, { params, body }) => ({
    impact: await previewImpact(ctx, params.id, body.number ?? null),
  }),
  rehearseRevision: async (ctx, { params, body }) => ({
    rehearsal: await rehearseRevision(ctx, params.id, body),
  }),
  publishRevision: async (ctx, { params, body }) => publishCopy(ctx, params.id, body),
  scheduleRevision: async (ctx, { params, body }) => ({ revision: await scheduleCopy(ctx, params.id, body) }),
  unscheduleRevision: async (ctx, { params, body }) => ({
    revision: await unscheduleCopy(ctx, params.id, body.version),
  }),
  restoreRevision: async (ctx, { params, body }) => restoreRevision(ctx, params.id, body),
  listRevisions: async (ctx, { params }) => ({ revisions: await listPublished(ctx, params.id) }),
};

const leadsRoutes: RouteTable<typeof campaignLeadsEndpoints> = {
  listCampaignLeads: async (ctx, { params, query }) => {
    const { cursor } = query;
    return cursor === undefined
      ? pageLeads(ctx, params.id, query)
      : listLeadsAfter(ctx, params.id, { ...query, cursor });
  },
  selectCampaignLeads: async (ctx, { params, body }) => ({
    prospect_ids: await changes.listSelection(ctx, params.id, body),
  }),
  removeCampaignLeads: async (ctx, { params, body }) => ({
    success: true,
    amount: await changes.removeLeads(ctx, params.id, body),
  }),
  archiveCampaignLeads: async (ctx, { params, body }) => ({
    success: true,
    amount: await changes.archiveLeads(ctx, params.id, body),
  }),
  listArchivedLeads: (ctx, { params, query }) => pageArchivedLeads(ctx, params.id, query),
  restoreCampaignLeads: async (ctx, { params, body }) => ({
    success: true,
    amount: await restoreLeads(ctx, params.id, body.prospect_ids),
  }),
  archiveIncompleteLeads: async (ctx, { params }) => ({
    success: true,
    amount: await changes.archiveIncompleteLeads(ctx, params.id),
  }),
  setLeadStatus: async (ctx, { params, body }) => ({
    success: true,
    campaign_status: await changes.changeLeadStatus(ctx, params.id, params.prospectId, body.status),
  }),
  pauseLeads: async (ctx, { body }) => ({ success: true, ...(await changes.pauseLeads(ctx, body)) }),
  completeCall: async (ctx, { params }) => {
    await changes.completeCallOfLead(ctx, params.id, params.prospectId);
    return { success: true };
  },
  settleUnconfirmed: async (ctx, { params, body }) => {
    await changes.resolveUnconfirmed(ctx, params.id, params.prospectId, body.was_sent);
    return { success: true };
  },
  exportCampaignLeads: async (ctx, { params, body }) => exportLeads(ctx, params.id, body),
  downloadCampaignLeads: async (ctx, { params, query, reply }) =>
    replyCsv(reply, 'leads', await openLeads(ctx, params.id, query)),
  downloadCampaignMessages: async (ctx, { params, query, reply }) =>
    replyCsv(reply, 'messages', await openMessages(ctx, params.id, query)),
  getCampaignLead: async (ctx, { params, query }) => ({
    prospect: await getLead(ctx, params.id, query.campaign_id ?? null),
  }),
  editLeadMessage: async (ctx, { params, body }) => {
    await changes.editLeadMessage(ctx, params.id, params.stepId, body);
    return { success: true };
  },
  checkDuplicates: async (ctx, { params, body }) => checkDuplicates(ctx, params.id, body),
  addToCampaign: async (ctx, { params, body }) => addToCampaign(ctx, params.id, body),
  addToDraft: async (ctx, { params, body }) => addToDraft(ctx, params.id, body),
};

const sendersRoutes: RouteTable<typeof campaignSendersEndpoints> = {
  listCampaignSenders: async (ctx, { params }) => listCampaignSenders(ctx, params.id),
  settleSenderLeads: async (ctx, { params, body }) => ({
    success: true,
    ...(await settleLeadsOfSender(ctx, params.id, params.accountId, body)),
  }),
  handOverLeads: async (ctx, { params, body }) => ({
    success: true,
    ...(await handOverSelected(ctx, params.id, body)),
  }),
};

const enrichmentRoutes: RouteTable<typeof campaignEnrichmentEndpoints> = {
  getEnrichmentCosts: async (ctx, { params }) => costs.getCosts(ctx, params.id),
  countEnrichmentCosts: async (ctx, { params, body }) => costs.countCosts(ctx, params.id, body),
  getMissingData: async (ctx, { params }) => costs.getMissingData(ctx, params.id),
  countMissingData: async (ctx, { params, body }) => costs.countMissingData(ctx, params.id, body),
  countSnippetCosts: async (ctx, { params, body }) => costs.getSnippetCosts(ctx, params.id, body.prompt_ids),
  countUnenrichedLeads: async (ctx, { params, body }) => {
    const estimate = await lookups.countUnenriched(ctx, params.id, body);
    return { unenriched_count: estimate.to_look_up, estimate };
  },
  startCampaignLookups: async (ctx, { params, body }) => ({
    success: true,
    ...(await lookups.lookUpLeads(ctx, params.id, body)),
  }),
  listCampaignLookups: async (ctx, { params, query }) =>
    lookups.listCampaignLookups(ctx, params.id, query.prospect_ids ?? []),
  cancelCampaignLookups: async (ctx, { params }) => ({
    success: true,
    ...(await lookups.stopCampaignLookUps(ctx, params.id)),
  }),
  lookUpCampaignCells: async (ctx, { params, body }) => ({
    success: true,
    ...(await lookups.lookUpCells(ctx, params.id, body.cells)),
  }),
};

const dataProblemsRoutes: RouteTable<typeof dataProblemsEndpoints> = {
  listDataProblems: async (ctx, { params }) => problems.listProblems(ctx, params.id),
  listProblemLeads: async (ctx, { params, query }) => problems.pageProblemLeads(ctx, params.id, query),
  fixDataProblem: async (ctx, { params, body }) => ({ changed_leads: await fixes.fixProblem(ctx, params.id, body) }),
  lookUpMissing: async (ctx, { params, body }) => fixes.lookUpMissing(ctx, params.id, body),
  undoDataDecision: async (ctx, { params, body }) => ({
    changed_leads: await fixes.undoDecision(ctx, params.id, body),
  }),
  fillLeadData: async (ctx, { params, body }) => fixes.fillLeads(ctx, params.id, body),
  listOddValues: async (ctx, { params }) => odd.listOddValues(ctx, params.id),
  changeOddValues: async (ctx, { params, body }) => odd.changeValues(ctx, params.id, body.changes),
};

const rehearsalRoutes: RouteTable<typeof rehearsalEndpoints & typeof leadZonesEndpoints> = {
  rehearseCampaign: async (ctx, { params, body }) => ({ rehearsal: await rehearseCampaign(ctx, params.id, body) }),
  getLeadZones: async (ctx, { params }) => countLeadZones(ctx, params.id),
};

const unsubscribeRuleRoutes: RouteTable<typeof unsubscribeRuleEndpoints> = {
  getUnsubscribeRule: (ctx) => problems.getUnsubscribeRule(ctx),
};

const holidayCalendarRoutes: RouteTable<typeof holidayCalendarEndpoints> = {
  listHolidayCalendars: async (_ctx, { query }) => ({
    calendars: listCalendars(query.timezone),
    usual: calendarOf(query.timezone, null),
  }),
};

export const campaignsRoutes = {
  ...settingsRoutes,
  ...stepsRoutes,
  ...revisionsRoutes,
  ...variantsRoutes,
  ...sequenceRoutes,
  ...leadsRoutes,
  ...sendersRoutes,
  ...enrichmentRoutes,
  ...dataProblemsRoutes,
  ...rehearsalRoutes,
  ...unsubscribeRuleRoutes,
  ...holidayCalendarRoutes,
};
