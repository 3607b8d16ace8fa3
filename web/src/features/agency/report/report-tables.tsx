import type { ClientReport } from '@overture/contract/agency-reports';
import { rateInPercent } from '@overture/domain/campaign/analytics';
import { nameCampaign, nameMessage } from '@overture/domain/campaign/month-report';
import type { ReactNode } from 'react';
import { formatExactPercent, formatNumber } from '../../../lib/format.ts';
import { t } from './texts.ts';

const percent = (rate: number | null): string => (rate === null ? '–' : formatExactPercent(rate));

export function CampaignResults({ report: { campaigns, more_campaigns } }: { report: ClientReport }) {
  return (
    <section aria-label={t('campaigns')} className="max-w-240">
      <h2 className="mb-3 text-section">{t('campaigns')}</h2>
      {campaigns.length === 0 ? <p className="text-ink-3">{t('no_campaigns')}</p> : null}
      {campaigns.length > 0 ? (
        <Table
          label={t('campaigns')}
          head={[t('campaign'), t('emails'), t('linkedin'), t('contacted'), t('replies'), t('rate'), t('interested')]}
          rows={campaigns.map((campaign) => ({
            id: String(campaign.campaign_id),
            name: nameCampaign(campaign),
            cells: [
              formatNumber(campaign.emails_sent),
              formatNumber(campaign.linkedin_messages_sent + campaign.invites_sent),
              formatNumber(campaign.contacted),
              formatNumber(campaign.replies),
              percent(rateInPercent(campaign.replies, campaign.contacted)),
              formatNumber(campaign.interested),
            ],
          }))}
        />
      ) : null}
      {more_campaigns > 0 ? (
        <p className="mt-2 text-ink-3 text-table">{t('more_campaigns', { count: formatNumber(more_campaigns) })}</p>
      ) : null}
    </section>
  );
}

export function BestMessages({ report: { best_messages, minimum_sent } }: { report: ClientReport }) {
  return (
    <section aria-label={t('best')} className="max-w-240">
      <h2 className="text-section">{t('best')}</h2>
      <p className="mt-1 mb-3 text-ink-3 text-table">{t('best_text', { count: minimum_sent })}</p>
      {best_messages.length === 0 ? <p className="text-ink-3">{t('no_messages', { count: minimum_sent })}</p> : null}
      {best_messages.length > 0 ? (
        <Table
          label={t('best')}
          head={[t('message'), t('sent'), t('replies'), t('rate'), t('at_least'), t('interested')]}
          rows={best_messages.map((message, place) => ({
            id: String(place),
            name: (
              <>
                <span className="block truncate">{nameMessage(message)}</span>
                <span className="block text-ink-3 text-meta truncate">{nameCampaign(message)}</span>
              </>
            ),
            cells: [
              formatNumber(message.sent),
              formatNumber(message.replies),
              percent(message.reply_rate),
              percent(message.reply_rate_low),
              formatNumber(message.interested),
            ],
          }))}
        />
      ) : null}
    </section>
  );
}

interface TableProps {
  label: string;
  head: readonly string[];
  rows: readonly { id: string; name: ReactNode; cells: readonly string[] }[];
}

/** Wider than the screen it is moved sideways, also with the keyboard. */
function Table({ label, head: [first, ...others], rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="overflow-x-auto border border-line rounded-card bg-surface" aria-label={label} tabIndex={0}>
      <table className="w-full border-collapse text-table">
        <thead>
          <tr className="border-b border-line text-ink-3 text-meta">
            <th scope="col" className="py-2 px-4 text-start font-normal">
              {first}
            </th>
            {others.map((name) => (
              <th key={name} scope="col" className="py-2 px-3 text-end font-normal whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, cells }) => (
            <tr key={id} className="border-b border-line-row last:border-b-0">
              <th scope="row" className="min-w-40 max-w-80 py-2 px-4 text-start font-medium truncate">
                {name}
              </th>
              {cells.map((cell, place) => (
                <td key={others[place]} className="py-2 px-3 text-end number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
