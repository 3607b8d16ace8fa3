import { accountsEndpoints } from './accounts.ts';
import { actingEndpoints } from './acting.ts';
import { addressChecksEndpoints } from './address-checks.ts';
import { adminEndpoints } from './admin.ts';
import { adminFiguresEndpoints } from './admin-figures.ts';
import { adminSystemEndpoints } from './admin-system.ts';
import { adminTemplatesEndpoints } from './admin-templates.ts';
import { agencyEndpoints } from './agency.ts';
import { agencyBillingEndpoints } from './agency-billing.ts';
import { agencyFeaturesEndpoints } from './agency-features.ts';
import { agencyOverviewEndpoints } from './agency-overview.ts';
import { agencyReportsEndpoints } from './agency-reports.ts';
import { agencySharingEndpoints } from './agency-sharing.ts';
import { agencyTemplatesEndpoints } from './agency-templates.ts';
import { aiSegmentsEndpoints } from './ai-segments.ts';
import { activitiesEndpoints, analyticsEndpoints } from './analytics.ts';
import { apiKeysEndpoints } from './api-keys.ts';
import { appInfoEndpoints } from './app-info.ts';
import { approvalsEndpoints } from './approvals.ts';
import { archiveImportsEndpoints } from './archive-imports.ts';
import { authEndpoints } from './auth.ts';
import { automationsEndpoints } from './automations.ts';
import { brandingEndpoints } from './branding.ts';
import { callsEndpoints } from './calls.ts';
import { campaignEnrichmentEndpoints } from './campaign-enrichment.ts';
import { campaignLeadsEndpoints } from './campaign-leads.ts';
import { campaignSendersEndpoints } from './campaign-senders.ts';
import { campaignStepsEndpoints } from './campaign-steps.ts';
import { campaignsEndpoints } from './campaigns.ts';
import { chatChangesEndpoints } from './chat-changes.ts';
import { chatFilesEndpoints } from './chat-files.ts';
import { chatNotesEndpoints } from './chat-notes.ts';
import { chatReferralsEndpoints } from './chat-referrals.ts';
import { chatsEndpoints } from './chats.ts';
import { connectedAppsEndpoints } from './connected-apps.ts';
import { clientCapEndpoints, creditCapsEndpoints } from './credit-caps.ts';
import { creditHistoryEndpoints } from './credit-history.ts';
import { dataProblemsEndpoints } from './data-problems.ts';
import { deliverabilityOverviewEndpoints } from './deliverability-overview.ts';
import { diagnosisEndpoints } from './diagnosis.ts';
import { draftsEndpoints } from './drafts.ts';
import { enrichmentEndpoints } from './enrichment.ts';
import { erasuresEndpoints } from './erasures.ts';
import { excludedDomainsEndpoints } from './excluded-domains.ts';
import { factorSignInEndpoints, factorsEndpoints } from './factors.ts';
import { finderSearchesEndpoints } from './finder-searches.ts';
import { forwardsEndpoints } from './forwards.ts';
import { goalsEndpoints } from './goals.ts';
import { guardEndpoints } from './guard.ts';
import { holidayCalendarEndpoints } from './holiday-calendars.ts';
import { identitiesEndpoints, identitySignInEndpoints } from './identities.ts';
import { integrationsEndpoints } from './integrations.ts';
import { kanbanEndpoints } from './kanban.ts';
import { kanbanRulesEndpoints } from './kanban-rules.ts';
import { knowledgeBaseEndpoints } from './knowledge-base.ts';
import { campaignLabelsEndpoints, chatLabelsEndpoints } from './labels.ts';
import { leadCellsEndpoints } from './lead-cells.ts';
import { leadColumnsEndpoints } from './lead-columns.ts';
import { leadFinderEndpoints } from './lead-finder.ts';
import { leadListsEndpoints } from './lead-lists.ts';
import { leadPlacesEndpoints } from './lead-places.ts';
import { leadViewsEndpoints } from './lead-views.ts';
import { leadZonesEndpoints } from './lead-zones.ts';
import { linkTrackingEndpoints } from './link-tracking.ts';
import { assistedSendersEndpoints, linkedinTasksEndpoints } from './linkedin-tasks.ts';
import { meetingsEndpoints } from './meetings.ts';
import { membersEndpoints } from './members.ts';
import { messagingEndpoints } from './messaging.ts';
import { onboardingEndpoints } from './onboarding.ts';
import { organizationEndpoints } from './organization.ts';
import { organizationArchivesEndpoints } from './organization-archives.ts';
import { organizationSettingsEndpoints } from './organization-settings.ts';
import { outgoingMessagesEndpoints } from './outgoing-messages.ts';
import { pastContactsEndpoints } from './past-contacts.ts';
import { pastMailsEndpoints } from './past-mails.ts';
import { paymentEndpoints } from './payments.ts';
import { personFilesEndpoints } from './person-files.ts';
import { placementEndpoints } from './placement.ts';
import { privacyEndpoints } from './privacy.ts';
import { prospectsEndpoints } from './prospects.ts';
import { pushEndpoints } from './push.ts';
import { quickSearchEndpoints } from './quick-search.ts';
import { referralsEndpoints } from './referrals.ts';
import { rehearsalEndpoints } from './rehearsal.ts';
import { retentionEndpoints } from './retention.ts';
import { revisionsEndpoints } from './revisions.ts';
import { savedRepliesEndpoints } from './saved-replies.ts';
import { savedReplyFilesEndpoints } from './saved-reply-files.ts';
import { scheduledExportsEndpoints } from './scheduled-exports.ts';
import { searchesEndpoints } from './searches.ts';
import { securityLogEndpoints } from './security-log.ts';
import { sequenceWritingEndpoints } from './sequence-writing.ts';
import { sessionsEndpoints } from './sessions.ts';
import { signaturesEndpoints } from './signatures.ts';
import { ssoEndpoints, ssoSignInEndpoints } from './sso.ts';
import { stepVariantsEndpoints } from './step-variants.ts';
import { suppressionsEndpoints } from './suppressions.ts';
import { templatesEndpoints } from './templates.ts';
import { todayEndpoints } from './today.ts';
import { toolImportsEndpoints } from './tool-imports.ts';
import { touchLocksEndpoints } from './touch-locks.ts';
import { tourEndpoints } from './tour.ts';
import { unmatchedRepliesEndpoints } from './unmatched-replies.ts';
import { unsubscribeRuleEndpoints } from './unsubscribe-rule.ts';
import { waitingDraftsEndpoints } from './waiting-drafts.ts';
import { webhooksEndpoints } from './webhooks.ts';
import { weeklyMailEndpoints } from './weekly-mail.ts';

/** The product's table of contents: every call of the API, by name. Everything else derives from this record. */
export const api = {
  ...appInfoEndpoints,
  ...organizationEndpoints,
  ...organizationSettingsEndpoints,
  ...organizationArchivesEndpoints,
  ...archiveImportsEndpoints,
  ...referralsEndpoints,
  ...authEndpoints,
  ...sessionsEndpoints,
  ...factorSignInEndpoints,
  ...factorsEndpoints,
  ...identitySignInEndpoints,
  ...identitiesEndpoints,
  ...ssoSignInEndpoints,
  ...ssoEndpoints,
  ...membersEndpoints,
  ...knowledgeBaseEndpoints,
  ...onboardingEndpoints,
  ...signaturesEndpoints,
  ...accountsEndpoints,
  ...brandingEndpoints,
  ...excludedDomainsEndpoints,
  ...suppressionsEndpoints,
  ...guardEndpoints,
  ...diagnosisEndpoints,
  ...deliverabilityOverviewEndpoints,
  ...prospectsEndpoints,
  ...leadCellsEndpoints,
  ...leadColumnsEndpoints,
  ...searchesEndpoints,
  ...leadFinderEndpoints,
  ...enrichmentEndpoints,
  ...addressChecksEndpoints,
  ...aiSegmentsEndpoints,
  ...chatLabelsEndpoints,
  ...campaignLabelsEndpoints,
  ...templatesEndpoints,
  ...campaignsEndpoints,
  ...campaignStepsEndpoints,
  ...campaignLeadsEndpoints,
  ...rehearsalEndpoints,
  ...stepVariantsEndpoints,
  ...sequenceWritingEndpoints,
  ...leadZonesEndpoints,
  ...revisionsEndpoints,
  ...campaignEnrichmentEndpoints,
  ...dataProblemsEndpoints,
  ...unsubscribeRuleEndpoints,
  ...holidayCalendarEndpoints,
  ...campaignSendersEndpoints,
  ...chatsEndpoints,
  ...chatFilesEndpoints,
  ...chatNotesEndpoints,
  ...chatChangesEndpoints,
  ...outgoingMessagesEndpoints,
  ...forwardsEndpoints,
  ...leadListsEndpoints,
  ...leadPlacesEndpoints,
  ...leadViewsEndpoints,
  ...finderSearchesEndpoints,
  ...savedRepliesEndpoints,
  ...savedReplyFilesEndpoints,
  ...waitingDraftsEndpoints,
  ...draftsEndpoints,
  ...unmatchedRepliesEndpoints,
  ...messagingEndpoints,
  ...chatReferralsEndpoints,
  ...pastMailsEndpoints,
  ...kanbanEndpoints,
  ...kanbanRulesEndpoints,
  ...integrationsEndpoints,
  ...apiKeysEndpoints,
  ...connectedAppsEndpoints,
  ...approvalsEndpoints,
  ...webhooksEndpoints,
  ...automationsEndpoints,
  ...pastContactsEndpoints,
  ...toolImportsEndpoints,
  ...erasuresEndpoints,
  ...personFilesEndpoints,
  ...retentionEndpoints,
  ...touchLocksEndpoints,
  ...assistedSendersEndpoints,
  ...callsEndpoints,
  ...linkTrackingEndpoints,
  ...meetingsEndpoints,
  ...todayEndpoints,
  ...linkedinTasksEndpoints,
  ...placementEndpoints,
  ...privacyEndpoints,
  ...activitiesEndpoints,
  ...analyticsEndpoints,
  ...goalsEndpoints,
  ...pushEndpoints,
  ...weeklyMailEndpoints,
  ...scheduledExportsEndpoints,
  ...securityLogEndpoints,
  ...creditHistoryEndpoints,
  ...creditCapsEndpoints,
  ...clientCapEndpoints,
  ...paymentEndpoints,
  ...agencyEndpoints,
  ...agencyBillingEndpoints,
  ...agencyFeaturesEndpoints,
  ...agencyOverviewEndpoints,
  ...agencyReportsEndpoints,
  ...agencySharingEndpoints,
  ...agencyTemplatesEndpoints,
  ...adminEndpoints,
  ...adminFiguresEndpoints,
  ...adminSystemEndpoints,
  ...adminTemplatesEndpoints,
  ...actingEndpoints,
  ...quickSearchEndpoints,
  ...tourEndpoints,
} as const;

export type Api = typeof api;
