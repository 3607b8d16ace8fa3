import type { CampaignLead } from '@overture/contract/campaign-leads';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { LEAD_STATUS_LABELS, LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { CONDITION_TYPES, STEP_TYPES, typeInfo } from '@overture/domain/flow/step-types';
import { CAMPAIGN_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { CompanyCell } from '../leads/index.ts';
import { type FilterColumn, leadFilterColumns } from '../prospect-table/index.ts';
import { NextActionCell } from './actions/next-action.tsx';
import classes from './campaign-leads.module.css';
import { ContactCell } from './contact-cell.tsx';
import { leadName } from './lead-name.ts';
import { LeadStatusMenu } from './lead-status.tsx';
import type { ShownLookup } from './lookups/use-lead-lookups.ts';
import { t } from './texts.ts';

/** Columns the table can be filtered by: those of lead lists, status and next action. */
export function campaignFilterColumns(): FilterColumn[] {
  return [
    {
      id: 'campaign_status',
      label: t('campaign_status'),
      kind: CAMPAIGN_TABLE_COLUMNS.get('campaign_status') ?? 'multiselect',
      options: LEAD_STATUSES.map((status) => ({ value: status, label: LEAD_STATUS_LABELS[status] })),
    },
    {
      id: 'next_action',
      label: t('next_action'),
      kind: CAMPAIGN_TABLE_COLUMNS.get('next_action') ?? 'multiselect',
      options: [...STEP_TYPES, ...CONDITION_TYPES].map((type) => ({ value: type, label: typeInfo(type).label })),
    },
    ...leadFilterColumns(),
  ];
}

interface ColumnContext {
  campaignId: number;
  timezone: string;
  onOpen: (lead: CampaignLead) => void;
  /** Built-in tasks of the look-ups; none while they load. */
  lookups: readonly EnrichmentPrompt[];
}

/** Lead, company, status, next action, email, phone (campaigns 2 Leads table). */
export function campaignColumns({ campaignId, timezone, onOpen, lookups }: ColumnContext): DataColumn<CampaignLead>[] {
  const taskOf = (lookup: ShownLookup) => lookups.find((task) => task.data_enrichment_type === lookup);
  return [
    {
      id: 'lead',
      header: t('column_lead'),
      width: 250,
      sort_field: 'name',
      title: (lead) => [leadName(lead), lead.job_title].filter(Boolean).join(', '),
      cell: (lead) => <LeadCell lead={lead} />,
    },
    {
      id: 'company',
      header: t('column_company'),
      width: 180,
      sort_field: 'company_name',
      title: (lead) => lead.company.name ?? undefined,
      cell: ({ company }) => (company.name ? <CompanyCell name={company.name} logo_url={company.logo_url} /> : null),
    },
    {
      id: 'status',
      header: t('column_status'),
      width: 150,
      sort_field: 'campaign_status',
      interactive: true,
      cell: (lead) => <LeadStatusMenu lead={lead} campaignId={campaignId} />,
    },
    {
      id: 'next',
      header: t('column_next'),
      width: 330,
      sort_field: 'scheduled_for',
      title: (lead) => lead.next_action?.waiting_for.text ?? lead.error ?? undefined,
      cell: (lead) => (
        <NextActionCell lead={lead} campaignId={campaignId} timezone={timezone} onOpen={() => onOpen(lead)} />
      ),
    },
    {
      id: 'email',
      header: t('column_email'),
      width: 220,
      sort_field: 'email',
      interactive: true,
      filled: true,
      title: (lead) => lead.email ?? undefined,
      cell: (lead) => <ContactCell lead={lead} lookup="FIND_EMAIL" task={taskOf('FIND_EMAIL')} value={lead.email} />,
    },
    {
      id: 'phone',
      header: t('column_phone'),
      width: 190,
      sort_field: 'phone_number',
      interactive: true,
      filled: true,
      title: (lead) => lead.phone_number ?? undefined,
      cell: (lead) => (
        <ContactCell lead={lead} lookup="FIND_PHONE" task={taskOf('FIND_PHONE')} value={lead.phone_number} />
      ),
    },
  ];
}

function LeadCell({ lead }: { lead: CampaignLead }) {
  return (
    <span className={classes.person}>
      <PersonAvatar name={leadName(lead)} picture_url={lead.profile_picture_url} size={28} />
      <span className={classes.personLines}>
        <span className="truncate">{leadName(lead)}</span>
        {lead.job_title ? <span className={`${classes.job} truncate`}>{lead.job_title}</span> : null}
      </span>
    </span>
  );
}
