import type { Campaign } from '@overture/contract/campaigns';
import { unsubscribeRuleEndpoints } from '@overture/contract/unsubscribe-rule';
import { findUnlinkedSteps } from '@overture/domain/flow/unsubscribe-links';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { HeldSenders } from '../../campaign-senders/index.ts';
import { readFlow } from '../../flow-canvas/index.ts';
import { t } from '../texts.ts';

interface CampaignNoticesProps {
  campaign: Campaign;
  onSettings: () => void;
}

/** What holds leads of a campaign that runs. Nothing while all is well. */
export function CampaignNotices({ campaign, onSettings }: CampaignNoticesProps) {
  return (
    <>
      <UnlinkedNotice campaign={campaign} />
      <HeldSenders campaign={campaign} onReplace={onSettings} />
    </>
  );
}

/** What holds emails of a campaign that runs without the unsubscribe link its organization requires. Nothing while none is required. */
function UnlinkedNotice({ campaign }: { campaign: Campaign }) {
  const rule = useQuery({ ...queryOptions(unsubscribeRuleEndpoints.getUnsubscribeRule), staleTime: 60_000 });
  if (!rule.data?.requires_link) return null;
  const [first, ...others] = findUnlinkedSteps(readFlow(campaign));
  if (first === undefined) return null;
  return (
    <p
      className="flex items-start gap-2 mt-0 mx-gutter mb-4 py-2 px-3 rounded-control bg-red-soft text-red"
      role="status"
    >
      <IconAlertCircle size={16} className="flex-none mt-px" aria-hidden />
      <span className="wrap-anywhere">
        {t('unlinked')} {first.text} {others.length > 0 ? t('unlinked_more', { count: others.length }) : null}
      </span>
    </p>
  );
}
