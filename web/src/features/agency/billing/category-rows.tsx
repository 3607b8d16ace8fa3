import type { ClientBill } from '@overture/contract/agency-billing';
import { BILLED_ITEMS, type BilledItem, sumLines } from '@overture/domain/money/agency-bills';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { billedItemLabel } from '../../../lib/labels/organization/billed-item.ts';
import { formatCents } from '../format-cents.ts';
import { t } from './texts.ts';

/** Four columns on all widths; where there is little room, without the cost. */
const ROW =
  'grid items-baseline gap-x-3 grid-cols-[minmax(0,1fr)_minmax(4rem,auto)_6.5rem] sm:grid-cols-[minmax(0,1fr)_7rem_8rem_8rem]';
const NUMBER = 'text-end number';
const COST = `${NUMBER} hidden sm:block`;

/** What each category comes to; opened, what each client has of it. */
export function CategoryRows({ bills }: { bills: readonly ClientBill[] }) {
  const all = sumLines(bills.flatMap(({ lines }) => lines));
  return (
    <section aria-label={t('categories')} className="max-w-240">
      <h2 className="mb-3 text-section">{t('categories')}</h2>
      <div className="border border-line rounded-card bg-surface text-table">
        <div className={`${ROW} py-2 ps-10 pe-4 border-b border-line text-ink-3 text-meta`} aria-hidden>
          <span>{t('category')}</span>
          <span className={NUMBER}>{t('quantity')}</span>
          <span className={COST}>{t('you_pay')}</span>
          <span className={NUMBER}>{t('clients_pay')}</span>
        </div>
        {BILLED_ITEMS.map((item) => (
          <CategoryRow key={item} item={item} bills={bills} />
        ))}
        <div className={`${ROW} py-3 ps-10 pe-4 font-semibold`}>
          <span>{t('total')}</span>
          <span />
          <span className={COST}>{formatCents(all.cost_in_cents)}</span>
          <span className={NUMBER}>{formatCents(all.price_in_cents)}</span>
        </div>
      </div>
    </section>
  );
}

function CategoryRow({ item, bills }: { item: BilledItem; bills: readonly ClientBill[] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const parts = bills.flatMap(({ client_id, name, lines }) =>
    lines.filter((line) => line.item === item && line.quantity > 0).map((line) => ({ ...line, client_id, name })),
  );
  const sums = sumLines(parts);
  return (
    <div className="border-b border-line-row">
      <button
        type="button"
        className="bare flex items-center gap-2 w-full py-3 px-4 text-start hover:bg-hover disabled:text-ink-3"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={parts.length === 0}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden className={isOpen ? 'flex-none rotate-90' : 'flex-none'} />
        <span className={`${ROW} flex-1`}>
          <span className="font-medium">{billedItemLabel(item)}</span>
          <span className={NUMBER}>{formatNumber(parts.reduce((sum, { quantity }) => sum + quantity, 0))}</span>
          <span className={COST}>{formatCents(sums.cost_in_cents)}</span>
          <span className={NUMBER}>{formatCents(sums.price_in_cents)}</span>
        </span>
      </button>
      <ul id={id} hidden={!isOpen} className="m-0 p-0 pb-2 list-none">
        {isOpen
          ? parts.map(({ client_id, name, quantity, cost_in_cents, price_in_cents }) => (
              <li key={client_id} className={`${ROW} py-1 ps-10 pe-4 text-ink-2`}>
                <span className="truncate">{name}</span>
                <span className={NUMBER}>{formatNumber(quantity)}</span>
                <span className={COST}>{formatCents(cost_in_cents)}</span>
                <span className={NUMBER}>{formatCents(price_in_cents)}</span>
              </li>
            ))
          : null}
      </ul>
    </div>
  );
}
