import type { CampaignSender } from '@overture/contract/campaign-senders';
import { senderName } from '@overture/domain/accounts';
import { formatNumber } from '../../lib/format.ts';
import { t } from './texts.ts';

interface StayingLeadsProps {
  sender: CampaignSender;
  /** Those who can begin again at the invite, so that not all of them stay. */
  restarts?: boolean;
}

/** Leads of a LinkedIn account that nobody else can go on with, said before they are handed over. */
export function StayingLeads({ sender: { account, staying }, restarts = false }: StayingLeadsProps) {
  if (staying === 0) return null;
  const words = { count: staying, shown: formatNumber(staying), name: senderName(account) };
  return <p className="mt-2">{t(restarts ? 'restarting' : 'staying', words)}</p>;
}
