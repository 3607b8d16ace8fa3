import type { CampaignLead } from '@overture/contract/campaign-leads';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Label } from '@overture/contract/labels';
import type { LeadColumn } from '@overture/contract/lead-columns';
import { senderName } from '@overture/domain/accounts';
import { LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { NODE_TYPES } from '@overture/domain/flow/step-types';
import { CAMPAIGN_TABLE_COLUMNS } from '@overture/domain/leads/lead-columns';
import { LEAD_PLACES, type LeadFieldId } from '@overture/domain/leads/lead-fields';
import { IconFlagFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { leadStatusLabel } from '../../lib/labels/campaign/lead-status.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { sayText } from '../../lib/language/said.ts';
import { ChannelGlyph } from '../../ui/display/channel-glyph.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { customFilterKinds, customTableColumns, useCustomColumns } from '../custom-columns/index.ts';
import { LabelSummary } from '../labels/index.ts';
import { crmColumn, leadColumn, leadName, PersonCell } from '../leads/index.ts';
import { type FilterColumn, leadFilterColumns, useColumnChoice } from '../prospect-table/index.ts';
import { NextActionCell } from './actions/next-action.tsx';
import { ContactCell } from './contact-cell.tsx';
import { LeadStatusMenu } from './lead-status.tsx';
import type { ShownLookup } from './lookups/use-lead-lookups.ts';
import { t } from './texts.ts';

/** Columns the table can be filtered by: those of lead lists, status, next action, and what the inbox knows of the lead. */
export function campaignFilterColumns(
  labels: readonly Label[],
  senders: readonly SenderChoice[],
  custom: readonly LeadColumn[],
): FilterColumn[] {
  return [
    {
      id: 'campaign_status',
      label: t('campaign_status'),
      kind: CAMPAIGN_TABLE_COLUMNS.get('campaign_status') ?? 'multiselect',
      options: LEAD_STATUSES.map((status) => ({ value: status, label: leadStatusLabel(status) })),
    },
    {
      id: 'next_action',
      label: t('next_action'),
      kind: CAMPAIGN_TABLE_COLUMNS.get('next_action') ?? 'multiselect',
      options: NODE_TYPES.map((type) => ({ value: type, label: nodeKindLabel(type) })),
    },
    ...(senders.length > 0
      ? [
          {
            id: 'sender',
            label: t('column_sender'),
            kind: CAMPAIGN_TABLE_COLUMNS.get('sender') ?? ('multiselect' as const),
            options: senders.map((account) => ({ value: String(account.id), label: senderName(account) })),
          },
        ]
      : []),
    {
      id: 'labels',
      label: t('column_labels'),
      kind: CAMPAIGN_TABLE_COLUMNS.get('labels') ?? 'multiselect',
      options: labels.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { id: 'added_to_crm', label: t('added_to_crm'), kind: CAMPAIGN_TABLE_COLUMNS.get('added_to_crm') ?? 'boolean' },
    { id: 'is_flagged', label: t('flagged'), kind: CAMPAIGN_TABLE_COLUMNS.get('is_flagged') ?? 'boolean' },
    ...leadFilterColumns(),
    ...customFilterKinds(custom).map((column) => ({ ...column, group: 'custom' as const })),
  ];
}

type SenderChoice = CampaignLead['senders'][number]['account'];

const NO_COLUMNS: readonly LeadColumn[] = [];

interface ColumnContext {
  /** Several senders share the campaign: whose a lead is has a column. */
  isShared: boolean;
  campaignId: number;
  timezone: string;
  onOpen: (lead: CampaignLead) => void;
  /** Built-in tasks of the look-ups; none while they load. */
  lookups: readonly EnrichmentPrompt[];
  /** The organization's own columns; none while they load. */
  custom: readonly LeadColumn[];
}

/** Lead, company, status, next action, email, phone. */
function campaignColumns(context: ColumnContext): DataColumn<CampaignLead>[] {
  const own = ownLooks(context);
  const fields = LEAD_PLACES.campaign_table.map((id) => ({ ...leadColumn<CampaignLead>(id), ...own[id] }));
  const behindCompany = LEAD_PLACES.campaign_table.indexOf('company_name') + 1;
  return [
    ...fields.slice(0, behindCompany),
    ...progressColumns(context),
    ...(context.isShared ? [senderColumn()] : []),
    ...fields.slice(behindCompany),
    ...customTableColumns<CampaignLead>(context.custom),
    labelsColumn(),
    crmColumn(),
  ];
}

/** The columns a person wants to see. */
export function useCampaignColumns({
  campaignId,
  timezone,
  onOpen,
  lookups,
  isShared,
  rows,
}: Omit<ColumnContext, 'custom'> & { rows: readonly CampaignLead[] | undefined }) {
  const { columns: custom = NO_COLUMNS } = useCustomColumns(rows);
  const columns = useMemo(
    () => campaignColumns({ campaignId, timezone, onOpen, lookups, isShared, custom }),
    [campaignId, timezone, onOpen, lookups, isShared, custom],
  );
  return useColumnChoice('campaign-leads', columns);
}

/** Where this table shows a field of leads otherwise than lists do. */
function ownLooks({ lookups }: ColumnContext): Partial<Record<LeadFieldId, Partial<DataColumn<CampaignLead>>>> {
  const contact = (lookup: ShownLookup, field: 'email' | 'phone_number'): Partial<DataColumn<CampaignLead>> => ({
    interactive: true,
    filled: true,
    cell: (lead) => (
      <ContactCell
        lead={lead}
        lookup={lookup}
        task={lookups.find((task) => task.data_enrichment_type === lookup)}
        value={lead[field]}
      />
    ),
  });
  return {
    name: {
      id: 'lead',
      header: t('column_lead'),
      width: 250,
      title: (lead) => [leadName(lead), lead.job_title].filter(Boolean).join(', '),
      cell: (lead) => <PersonCell person={lead} more={lead.job_title} />,
    },
    company_name: { id: 'company', width: 180 },
    email: { width: 220, ...contact('FIND_EMAIL', 'email') },
    phone_number: { id: 'phone', header: t('column_phone'), width: 190, ...contact('FIND_PHONE', 'phone_number') },
  };
}

function progressColumns({ campaignId, timezone, onOpen }: ColumnContext): DataColumn<CampaignLead>[] {
  return [
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
      title: (lead) => (lead.next_action ? sayText(lead.next_action.waiting_for) : lead.error) ?? undefined,
      cell: (lead) => (
        <NextActionCell lead={lead} campaignId={campaignId} timezone={timezone} onOpen={() => onOpen(lead)} />
      ),
    },
  ];
}

/** Who writes to the lead. */
function senderColumn(): DataColumn<CampaignLead> {
  return {
    id: 'sender',
    header: t('column_sender'),
    width: 190,
    title: (lead) => lead.senders.map(({ account }) => senderName(account)).join(', '),
    cell: (lead) =>
      lead.senders.length > 0 ? (
        <span className="flex flex-col min-w-0">
          {lead.senders.map(({ channel, account }) => (
            <span key={channel} className="flex items-center gap-1.5 min-w-0">
              <ChannelGlyph channel={channel} size={13} />
              <span className="truncate">{senderName(account)}</span>
            </span>
          ))}
        </span>
      ) : null,
  };
}

/** What the inbox says of the lead: labels, and the mark of what is important. */
function labelsColumn(): DataColumn<CampaignLead> {
  return {
    id: 'labels',
    header: t('column_labels'),
    width: 170,
    title: (lead) => [...(lead.is_flagged ? [t('flagged')] : []), ...lead.labels.map(({ name }) => name)].join(', '),
    cell: (lead) => (lead.is_flagged || lead.labels.length > 0 ? <LeadMarks lead={lead} /> : null),
  };
}

function LeadMarks({ lead: { is_flagged, labels } }: { lead: CampaignLead }) {
  return (
    <span className="inline-flex items-center gap-1.5 min-w-0">
      {is_flagged ? <IconFlagFilled size={14} aria-label={t('flagged')} className="flex-none text-amber-dot" /> : null}
      <LabelSummary labels={labels} />
    </span>
  );
}
