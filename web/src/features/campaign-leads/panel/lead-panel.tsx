import type { ActingKey } from '@overture/contract/acting-key';
import { type CampaignLead, type CampaignLeadDetail, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import type { Campaign } from '@overture/contract/campaigns';
import { senderName } from '@overture/domain/accounts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { nameZone } from '../../../lib/time-zones.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { DiscardScope, useDiscardScope } from '../../../ui/forms/discard-guard.tsx';
import { CopyButton } from '../../../ui/inputs/copy-button.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { hasSeveral } from '../../campaign-senders/index.ts';
import { CrmRecords } from '../../integrations/index.ts';
import { LeadHero, LeadPanelTitle, zoneNote } from '../../leads/index.ts';
import { LeadClicks } from '../../link-tracking/index.ts';
import { LeadMeetings } from '../../meetings/index.ts';
import { LeadStatusMenu } from '../lead-status.tsx';
import { t } from '../texts.ts';
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
  // A lead that leaves the page, by its new status or another order, stays open: text may be half written.
  const [kept, setKept] = useState<CampaignLead>();
  const lead = rows[index] ?? (kept?.id === openId ? kept : undefined);
  if (lead !== kept) setKept(lead);
  const previous = rows[index - 1];
  const next = rows[index + 1];
  const guard = useDiscardScope(onClose);
  const openLead = (neighbor: CampaignLead | undefined) => neighbor && (() => guard.leave(() => onOpen(neighbor.id)));
  return (
    <>
      <SidePanel
        opened={lead !== undefined}
        onClose={guard.close}
        title={lead ? <LeadPanelTitle lead={lead} onPrevious={openLead(previous)} onNext={openLead(next)} /> : ''}
      >
        <DiscardScope value={guard.scope}>
          {lead ? <LeadBody key={lead.id} campaign={campaign} lead={lead} /> : null}
        </DiscardScope>
      </SidePanel>
      {guard.question}
    </>
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
  const repliedAt = detail?.scheduled_campaign.replied_at;
  return (
    <>
      <LeadHero lead={lead} otherwise={lead.location}>
        <LeadContacts lead={lead} />
      </LeadHero>
      <div className="flex items-center gap-3 mt-4">
        <LeadStatusMenu lead={detail ?? lead} campaignId={campaign.id} />
        {repliedAt ? (
          <span className="text-ink-3 text-meta number">
            {t('replied_at', { time: formatDateTime(repliedAt, campaign.timezone) })}
          </span>
        ) : null}
      </div>
      <ProgramLines lead={detail} />
      {hasSeveral(campaign) || (detail?.scheduled_campaign.hand_overs.length ?? 0) > 0 ? (
        <SenderLines
          lead={detail ?? lead}
          handOvers={detail?.scheduled_campaign.hand_overs ?? []}
          timezone={campaign.timezone}
        />
      ) : null}
      <div className="flex flex-col gap-4 mt-4">
        <LeadMeetings prospectId={lead.id} />
        <LeadClicks prospectId={lead.id} />
        <CrmRecords prospectId={lead.id} isAdded={lead.added_to_crm} />
      </div>
      <div className="flex items-baseline justify-between gap-3 mt-6 mx-0 mb-3 pt-4 border-t border-line">
        <h3>{t('timeline')}</h3>
        <span className="text-ink-3 text-meta">{t('zone', { zone: nameZone(campaign.timezone) })}</span>
      </div>
      {detail ? <Timeline campaign={campaign} lead={detail} /> : null}
      {queryFailure(query, { title: t('timeline_failed'), compact: true })}
      {query.isPending ? <TimelineSkeleton /> : null}
    </>
  );
}

function LeadContacts({ lead: { email, phone_number, zone } }: { lead: CampaignLead }) {
  return (
    <>
      {email ? <Contact value={email} href={`mailto:${email}`} /> : null}
      {phone_number ? <Contact value={phone_number} href={`tel:${phone_number.replace(/[^\d+]/g, '')}`} /> : null}
      {zone ? <p className="text-ink-3 text-table">{zoneNote(zone)}</p> : null}
    </>
  );
}

/** The keys or apps that added the lead and set its status. */
function ProgramLines({ lead }: { lead: CampaignLeadDetail | undefined }) {
  const { added_by_key: added, status_by_key: status } = lead?.scheduled_campaign ?? {};
  return (
    <>
      {status ? <p className="mt-2 text-ink-3 text-meta">{t('status_by_program', nameProgram(status))}</p> : null}
      {added ? <p className="mt-2 text-ink-3 text-meta">{t('added_by_program', nameProgram(added))}</p> : null}
    </>
  );
}

const nameProgram = ({ is_app, name }: ActingKey) => ({ program: `${is_app ? 'app' : 'key'} ${name}` });

interface SenderLinesProps {
  lead: CampaignLead;
  handOvers: CampaignLeadDetail['scheduled_campaign']['hand_overs'];
  timezone: string;
}

/** Sender of the lead, and when another sender took over. */
function SenderLines({ lead, handOvers, timezone }: SenderLinesProps) {
  const nameOf = (account: (typeof handOvers)[number]['from']) => (account ? senderName(account) : t('sender_removed'));
  return (
    <div className="flex flex-col gap-1 mt-3 text-ink-2 text-table">
      {lead.senders.length > 0 ? (
        <p>{t('written_by', { names: lead.senders.map(({ account }) => senderName(account)).join(', ') })}</p>
      ) : null}
      {handOvers.map(({ from, to, handed_at, is_restart, invited_at }) => {
        const words = { from: nameOf(from), to: nameOf(to), time: formatDateTime(handed_at, timezone) };
        return (
          <p key={handed_at} className="text-ink-3 text-meta">
            {is_restart && invited_at
              ? t('begun_again_invited', { ...words, invited: formatDateTime(invited_at, timezone) })
              : t(is_restart ? 'begun_again' : 'handed_over', words)}
          </p>
        );
      })}
    </div>
  );
}

function Contact({ value, href }: { value: string; href: string }) {
  return (
    <span className="flex items-center gap-0.5 min-w-0 text-table">
      <a href={href} className="truncate">
        {value}
      </a>
      <CopyButton value={value} />
    </span>
  );
}

function TimelineSkeleton() {
  return (
    <div className="flex flex-col gap-3" aria-busy>
      {[0, 1, 2].map((key) => (
        <Skeleton key={key} height={64} radius={10} />
      ))}
    </div>
  );
}
