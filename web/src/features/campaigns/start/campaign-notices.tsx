import type { Campaign } from '@overture/contract/campaigns';
import { unsubscribeRuleEndpoints } from '@overture/contract/unsubscribe-rule';
import { findUnlinkedSteps } from '@overture/domain/flow/unsubscribe-links';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { isFirstAwaited, Notice } from '../../../ui/layout/notice-place.tsx';
import { HeldSenders, useHeldSenders } from '../../campaign-senders/index.ts';
import { readFlow } from '../../flow-canvas/index.ts';
import { GuardNotices, useGuardStates } from '../../guard/index.ts';
import { t } from '../texts.ts';

interface CampaignNoticesProps {
  campaign: Campaign;
  /** It is known which notices there are. */
  onKnown: () => void;
  onSettings: () => void;
}

/** What holds leads of a campaign. Nothing while all is well. */
export function CampaignNotices({ campaign, onKnown, onSettings }: CampaignNoticesProps) {
  const isRunning = campaign.status === 'ACTIVE';
  const queries = [useGuardStates(), useUnsubscribeRule(isRunning), ...useHeldSenders(campaign)];
  const isAwaited = queries.some(isFirstAwaited);
  useEffect(() => {
    if (!isAwaited) onKnown();
  }, [isAwaited, onKnown]);
  return (
    <>
      <GuardNotices of={{ campaign_id: campaign.id, account_ids: campaign.email_account_ids }} />
      {isRunning ? (
        <>
          <UnlinkedNotice campaign={campaign} />
          <HeldSenders campaign={campaign} onReplace={onSettings} />
        </>
      ) : null}
    </>
  );
}

function useUnsubscribeRule(isRunning: boolean) {
  return useQuery({
    ...queryOptions(unsubscribeRuleEndpoints.getUnsubscribeRule),
    staleTime: 60_000,
    enabled: isRunning,
  });
}

/** What holds emails of a campaign that runs without the unsubscribe link its organization requires. Nothing while none is required. */
function UnlinkedNotice({ campaign }: { campaign: Campaign }) {
  const rule = useUnsubscribeRule(true);
  if (!rule.data?.requires_link) return null;
  const [first, ...others] = findUnlinkedSteps(readFlow(campaign));
  if (first === undefined) return null;
  return (
    <Notice>
      <p
        className="flex items-start gap-2 mt-0 mx-gutter mb-4 py-2 px-3 rounded-control bg-red-soft text-red"
        role="status"
      >
        <IconAlertCircle size={16} className="flex-none mt-px" aria-hidden />
        <span className="wrap-anywhere">
          {t('unlinked')} {first.text} {others.length > 0 ? t('unlinked_more', { count: others.length }) : null}
        </span>
      </p>
    </Notice>
  );
}
