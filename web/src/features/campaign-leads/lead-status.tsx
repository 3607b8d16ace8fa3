import { Menu } from '@mantine/core';
import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { type LeadStatus, manualLeadStatuses } from '@overture/domain/campaign/transitions';
import { IconCalendarClock, IconChevronDown, IconMessageReply, IconPlayerPause } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { leadStatusLabel } from '../../lib/labels/campaign/lead-status.ts';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { leadName } from '../leads/index.ts';
import classes from './campaign-leads.module.css';
import { t } from './texts.ts';
import { patchLead } from './use-live-leads.ts';

const tones: Record<LeadStatus, StatusTone> = {
  NOT_STARTED: 'grey',
  SCHEDULED: 'blue',
  SCHEDULING: 'blue',
  ACTIVE: 'blue',
  PAUSED: 'amber',
  COMPLETED: 'green',
  FAILED: 'red',
  REPLIED: 'violet',
};

const icons: Partial<Record<LeadStatus, ReactNode>> = {
  SCHEDULED: <IconCalendarClock size={13} stroke={2} />,
  SCHEDULING: <IconCalendarClock size={13} stroke={2} />,
  PAUSED: <IconPlayerPause size={13} stroke={2} />,
  REPLIED: <IconMessageReply size={13} stroke={2} />,
};

export function LeadStatusChip({ status }: { status: LeadStatus }) {
  return (
    <StatusChip tone={tones[status]} icon={icons[status]}>
      {leadStatusLabel(status)}
    </StatusChip>
  );
}

/** The status; where a person may change it, a menu of what it may become. */
export function LeadStatusMenu({ lead, campaignId }: { lead: CampaignLead; campaignId: number }) {
  const client = useQueryClient();
  const choices = manualLeadStatuses(lead.campaign_status);
  const change = useMutation({
    mutationFn: (status: LeadStatus) =>
      call(campaignLeadsEndpoints.setLeadStatus, { params: { id: campaignId, prospectId: lead.id }, body: { status } }),
    onSuccess: ({ campaign_status }) => {
      patchLead(client, lead.id, { campaign_status });
      toast.success(t('status_changed', { name: leadName(lead), status: leadStatusLabel(campaign_status) }));
    },
    onError: (error) => toast.error(errorMessage(error, t('status_failed'))),
  });
  if (choices.length === 0) return <LeadStatusChip status={lead.campaign_status} />;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.statusButton}
          disabled={change.isPending}
          aria-label={t('status_of', { name: leadName(lead), status: leadStatusLabel(lead.campaign_status) })}
        >
          <LeadStatusChip status={lead.campaign_status} />
          <IconChevronDown size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('status_title')}</Menu.Label>
        {choices.map((status) => (
          <Menu.Item key={status} onClick={() => change.mutate(status)}>
            {status === 'ACTIVE' ? t('resume_lead') : leadStatusLabel(status)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
