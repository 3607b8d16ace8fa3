import type { RehearsalAnswer } from '@overture/contract/rehearsal';
import type { ReactNode } from 'react';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { sayText } from '../../lib/language/said.ts';
import classes from './rehearsal.module.css';
import { t } from './texts.ts';

const DAY_IN_MS = 86_400_000;

/** When it is over, how much goes out, how leads end, and what takes longest. */
export function RehearsalSummary({ rehearsal }: { rehearsal: RehearsalAnswer }) {
  const { finishes_at, starts_at, timezone, leads, bottleneck } = rehearsal;
  const days = rehearsal.senders.flatMap((sender) => sender.days).filter((day) => day.total > 0);
  const actions = days.reduce((sum, day) => sum + day.total, 0);
  const dates = new Set(days.map((day) => day.date)).size;
  return (
    <dl className={`${classes.summary} grid grid-cols-4 gap-3 m-0`}>
      <Fact
        name={t('finishes')}
        value={finishes_at ? formatDate(finishes_at, timezone) : t('finishes_never')}
        detail={
          finishes_at
            ? t('after_days', {
                count: Math.max(0, Math.ceil((Date.parse(finishes_at) - Date.parse(starts_at)) / DAY_IN_MS)),
              })
            : t('open_leads', { count: leads.open, amount: formatNumber(leads.open) })
        }
      />
      <Fact name={t('goes_out')} value={formatNumber(actions)} detail={t('on_days', { count: dates })} />
      <Fact
        name={t('outcome')}
        value={formatNumber(leads.total)}
        detail={t('outcome_text', {
          completed: formatNumber(leads.completed),
          replied: formatNumber(leads.replied),
          failed: formatNumber(leads.failed),
        })}
      />
      <Fact
        name={t('bottleneck')}
        value={bottleneck ? sayText(bottleneck) : t('no_bottleneck')}
        detail={bottleneck ? describeWait(bottleneck.lead_days / Math.max(1, leads.total)) : ''}
        isText
      />
    </dl>
  );
}

/** @param days mean wait of a lead */
function describeWait(days: number): string {
  const count = Math.round(days);
  return count === 0 ? t('bottleneck_brief') : t('bottleneck_text', { count, days: formatNumber(count) });
}

function Fact({ name, value, detail, isText }: { name: string; value: string; detail: ReactNode; isText?: boolean }) {
  return (
    <div
      className={`${classes.fact} flex flex-col gap-1 py-3 px-4 border border-line rounded-card bg-surface max-sm:py-2 max-sm:px-3`}
    >
      <dt>{name}</dt>
      <dd
        className={
          isText
            ? 'flex-1 font-semibold leading-[1.35]'
            : `text-figure font-semibold leading-[1.25] max-sm:text-title number`
        }
      >
        {value}
      </dd>
      <dd className="text-ink-3 text-meta">{detail}</dd>
    </div>
  );
}

/** Reasons with the number of leads each concerns. */
export function ReasonList({ title, reasons }: { title: string; reasons: RehearsalAnswer['failures'] }) {
  if (reasons.length === 0) return null;
  return (
    <section className={`${classes.reasons} pt-3 px-4 pb-4 border border-line rounded-card bg-surface max-sm:px-3`}>
      <h3>{title}</h3>
      <ul>
        {reasons.map((reason) => (
          <li key={reason.text}>
            <span>{sayText(reason)}</span>
            <span className="number">
              {t('leads_count', { count: reason.leads, amount: formatNumber(reason.leads) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
