export const CAMPAIGN_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED', 'ARCHIVED'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const CAMPAIGN_STATUS_LABELS: Record<CampaignStatus, string> = {
  DRAFT: 'Draft',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  COMPLETED: 'Completed',
  ARCHIVED: 'Archived',
};

/**
 * What may follow what. COMPLETED comes from the engine when no lead has a next action, and goes back to ACTIVE when leads are added.
 * Archived campaigns come back as PAUSED.
 */
const CAMPAIGN_MOVES: Record<CampaignStatus, readonly CampaignStatus[]> = {
  DRAFT: ['ACTIVE', 'ARCHIVED'],
  ACTIVE: ['PAUSED', 'COMPLETED', 'ARCHIVED'],
  PAUSED: ['ACTIVE', 'COMPLETED', 'ARCHIVED'],
  COMPLETED: ['ACTIVE', 'ARCHIVED'],
  ARCHIVED: ['PAUSED'],
};

function canMoveCampaign(from: CampaignStatus, to: CampaignStatus): boolean {
  return CAMPAIGN_MOVES[from].includes(to);
}

/** What activating means for a campaign (one call starts, pauses and resumes); null when it may not. */
export function activationMove(status: CampaignStatus): 'ACTIVE' | 'PAUSED' | null {
  if (status === 'ACTIVE') return 'PAUSED';
  return canMoveCampaign(status, 'ACTIVE') ? 'ACTIVE' : null;
}

/** Statuses a person may set in bulk: archive, or move back from the archive to PAUSED. */
export function canSetCampaignStatus(from: CampaignStatus, to: string): to is CampaignStatus {
  if (to === 'ARCHIVED') return canMoveCampaign(from, 'ARCHIVED');
  return to === 'PAUSED' && from === 'ARCHIVED';
}

/** For this long after archiving, "Undo" gives a campaign back as it was; later it comes back as PAUSED. */
export const ARCHIVE_UNDO_IN_MINUTES = 10;

/** Steps, messages and their switches can be edited only while DRAFT. */
export function canEditFlow(status: CampaignStatus): boolean {
  return status === 'DRAFT';
}

export const LEAD_STATUSES = [
  'NOT_STARTED',
  'SCHEDULED',
  'SCHEDULING',
  'ACTIVE',
  'PAUSED',
  'COMPLETED',
  'FAILED',
  'REPLIED',
] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const LEAD_STATUS_LABELS: Record<LeadStatus, string> = {
  NOT_STARTED: 'Not started',
  SCHEDULED: 'Scheduled',
  SCHEDULING: 'Scheduling',
  ACTIVE: 'Active',
  PAUSED: 'Paused',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  REPLIED: 'Replied',
};

/** Statuses offered in the dropdown of a lead; none where it is read-only. A paused lead may be resumed (ACTIVE). */
export function manualLeadStatuses(from: LeadStatus): readonly LeadStatus[] {
  if (from === 'ACTIVE' || from === 'SCHEDULED') return ['PAUSED', 'COMPLETED', 'REPLIED'];
  if (from === 'PAUSED') return ['ACTIVE'];
  return from === 'COMPLETED' ? ['REPLIED'] : [];
}

/** What a manual choice does: 'same' is the current status and does nothing. */
export function decideManualLeadStatus(from: LeadStatus, to: LeadStatus): 'change' | 'same' | 'refused' {
  if (from === to) return 'same';
  return manualLeadStatuses(from).includes(to) ? 'change' : 'refused';
}

export function isLeadDone(status: LeadStatus): boolean {
  return status === 'COMPLETED' || status === 'FAILED' || status === 'REPLIED';
}

/** Of leads that their campaign is still to contact or contacts. */
export const UNFINISHED_LEAD_STATUSES = LEAD_STATUSES.filter((status) => !isLeadDone(status));
