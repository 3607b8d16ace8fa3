import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import type { Campaign } from '@overture/contract/campaigns';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../../ui/inputs/copy-button.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { LeadStatusMenu } from '../lead-status.tsx';
import { t } from '../texts.ts';
import classes from './lead-panel.module.css';
import { Timeline } from './timeline.tsx';

interface LeadPanelProps {
  campaign: Campaign;
  rows: readonly CampaignLead[];
  openId: number | undefined;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One lead in this campaign: who it is, its status, and its timeline. */
export function LeadPanel({ campaign, rows, openId, onOpen, onClose }: LeadPanelProps) {
  const index = rows.findIndex(({ id }) => id === openId);
  const lead = rows[index];
  const previous = rows[index - 1];
  const next = rows[index + 1];
  return (
    <SidePanel
      opened={lead !== undefined}
      onClose={onClose}
      title={
        lead ? (
          <span className={classes.head}>
            <span className={classes.headName}>{leadName(lead)}</span>
            <span className={classes.walk}>
              <IconButton
                size="small"
                label={t('previous')}
                disabled={!previous}
                onClick={() => previous && onOpen(previous.id)}
              >
                <IconChevronUp size={17} aria-hidden />
              </IconButton>
              <IconButton size="small" label={t('next')} disabled={!next} onClick={() => next && onOpen(next.id)}>
                <IconChevronDown size={17} aria-hidden />
              </IconButton>
            </span>
          </span>
        ) : (
          ''
        )
      }
    >
      {lead ? <LeadBody key={lead.id} campaign={campaign} lead={lead} /> : null}
    </SidePanel>
  );
}

function LeadBody({ campaign, lead }: { campaign: Campaign; lead: CampaignLead }) {
  const query = useQuery(
    queryOptions(campaignLeadsEndpoints.getCampaignLead, {
      params: { id: lead.id },
      query: { campaign_id: campaign.id },
    }),
  );
  const detail = query.data?.prospect;
  const work = [lead.job_title, lead.company.name].filter(Boolean).join(' · ');
  const repliedAt = detail?.scheduled_campaign.replied_at;
  return (
    <>
      <div className={classes.hero}>
        <PersonAvatar name={leadName(lead)} picture_url={lead.profile_picture_url} size={48} />
        <div className={classes.heroText}>
          <p className={classes.work}>{work || lead.headline || lead.location}</p>
          {lead.email ? <Contact value={lead.email} href={`mailto:${lead.email}`} /> : null}
          {lead.phone_number ? (
            <Contact value={lead.phone_number} href={`tel:${lead.phone_number.replace(/[^\d+]/g, '')}`} />
          ) : null}
        </div>
      </div>
      <div className={classes.state}>
        <LeadStatusMenu lead={detail ?? lead} campaignId={campaign.id} />
        {repliedAt ? (
          <span className={`${classes.meta} number`}>
            {t('replied_at', { time: formatDateTime(repliedAt, campaign.timezone) })}
          </span>
        ) : null}
      </div>
      <div className={classes.timelineHead}>
        <h3>{t('timeline')}</h3>
        <span className={classes.meta}>{t('zone', { zone: campaign.timezone.replaceAll('_', ' ') })}</span>
      </div>
      {detail ? <Timeline campaign={campaign} lead={detail} /> : null}
      {queryFailure(query, { title: t('timeline_failed'), compact: true })}
      {query.isPending ? <TimelineSkeleton /> : null}
    </>
  );
}

function Contact({ value, href }: { value: string; href: string }) {
  return (
    <span className={classes.contact}>
      <a href={href} className="truncate">
        {value}
      </a>
      <CopyButton value={value} />
    </span>
  );
}

function TimelineSkeleton() {
  return (
    <div className={classes.skeletons} aria-busy>
      {[0, 1, 2].map((key) => (
        <Skeleton key={key} height={64} radius={10} />
      ))}
    </div>
  );
}
