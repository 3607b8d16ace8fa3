import type { CampaignSender } from '@overture/contract/campaign-senders';
import { senderName } from '@overture/domain/accounts';
import { formatNumber } from '../../lib/format.ts';
import { t } from './texts.ts';

/** Leads of a LinkedIn account that nobody else can go on with, said before they are handed over. */
export function StayingLeads({ sender: { account, staying } }: { sender: CampaignSender }) {
  if (staying === 0) return null;
  return (
    <p className="mt-2">{t('staying', { count: staying, shown: formatNumber(staying), name: senderName(account) })}</p>
  );
}
