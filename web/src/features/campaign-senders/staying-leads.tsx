import type { CampaignSender } from '@overture/contract/campaign-senders';
import { senderName } from '@overture/domain/accounts';
import { formatNumber } from '../../lib/format.ts';
import { t } from './texts.ts';

interface StayingLeadsProps {
  sender: CampaignSender;
  /** How many of them can restart at the invite. */
  restarts?: boolean;
}

/** Leads of a LinkedIn account that no other account can continue, shown before a hand-over. */
export function StayingLeads({ sender: { account, staying }, restarts = false }: StayingLeadsProps) {
  if (staying === 0) return null;
  const words = { count: staying, shown: formatNumber(staying), name: senderName(account) };
  return <p className="mt-2">{t(restarts ? 'restarting' : 'staying', words)}</p>;
}
