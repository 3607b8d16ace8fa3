import { type AgencyOffer, agencyBillingEndpoints } from '@overture/contract/agency-billing';
import { IconReceiptEuro } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { billedItemLabel } from '../../../lib/labels/organization/billed-item.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { formatCents } from '../format-cents.ts';
import { BuyCreditsDialog } from './buy-credits-dialog.tsx';
import { t } from './texts.ts';

/** What a client of an agency pays it, and credits to buy where the agency sells them. */
export function OfferPage() {
  const found = useQuery(queryOptions(agencyBillingEndpoints.getAgencyOffer));
  const offer = found.data?.offer;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="grid grid-cols-1 content-start gap-4 flex-1 overflow-auto px-gutter pt-3 pb-8">
        {queryFailure(found)}
        {found.isPending ? <Skeleton height={320} radius={12} /> : null}
        {offer === null ? (
          <EmptyState icon={<IconReceiptEuro size={22} />} title={t('none')} text={t('none_text')} />
        ) : null}
        {offer ? (
          <>
            <div className="grid gap-4 max-w-240 grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))]">
              <Prices prices={offer.prices} />
              <Month lines={offer.lines} />
            </div>
            <Credits offer={offer} />
          </>
        ) : null}
      </div>
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid content-start gap-3 p-4 max-w-240 border border-line rounded-card bg-surface"
    >
      <h2 className="text-section">{title}</h2>
      {children}
    </section>
  );
}

function Lines({ lines }: { lines: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-2 m-0 text-table">
      {lines.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-ink-2">{label}</dt>
          <dd className="m-0 number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Prices({ prices }: { prices: AgencyOffer['prices'] }) {
  const monthly = (cents: number) => `${formatCents(cents)} ${t('a_month')}`;
  return (
    <Card title={t('prices')}>
      <Lines
        lines={[
          [t('base'), monthly(prices.base)],
          [t('email_account'), monthly(prices.email_account)],
          [t('linkedin_account'), monthly(prices.linkedin_account)],
          [t('credit_pack'), formatCents(prices.credit_pack)],
        ]}
      />
    </Card>
  );
}

function Month({ lines }: { lines: AgencyOffer['lines'] }) {
  const total = lines.reduce((sum, { price_in_cents }) => sum + price_in_cents, 0);
  return (
    <Card title={t('month')}>
      <Lines
        lines={lines
          .filter(({ quantity }) => quantity > 0)
          .map(({ item, quantity, price_in_cents }) => [
            item === 'base' ? billedItemLabel(item) : `${billedItemLabel(item)} (${formatNumber(quantity)})`,
            formatCents(price_in_cents),
          ])}
      />
      <p className="flex justify-between gap-3 pt-2 border-t border-line font-semibold text-table">
        <span>{t('total')}</span>
        <span className="number">{formatCents(total)}</span>
      </p>
    </Card>
  );
}

function Credits({ offer }: { offer: AgencyOffer }) {
  const { organization } = useUser();
  const [isBuying, setBuying] = useState(false);
  return (
    <Card title={t('credits')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-title font-semibold number">
          {t('credits_left', { credits: formatNumber(organization.email_credits) })}
        </p>
        {offer.lets_clients_buy ? (
          <AppButton kind="primary" onClick={() => setBuying(true)}>
            {t('buy')}
          </AppButton>
        ) : null}
      </div>
      <h3 className="text-table font-semibold">{t('history')}</h3>
      {offer.bought.length === 0 ? <p className="text-ink-3 text-table">{t('no_history')}</p> : null}
      <ul className="grid gap-2 m-0 p-0 list-none text-table">
        {offer.bought.map(({ id, made_at, credits, amount_in_cents, is_bought }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3">
            <span className="text-ink-2">
              <DateText value={made_at} format={formatDateTime} />
              {is_bought ? '' : ` · ${t('given')}`}
            </span>
            <span className="number">
              +{formatNumber(credits)} · {formatCents(amount_in_cents)}
            </span>
          </li>
        ))}
      </ul>
      {isBuying ? <BuyCreditsDialog pack={offer.prices.credit_pack} onClose={() => setBuying(false)} /> : null}
    </Card>
  );
}
