import type { Account } from '@overture/contract/accounts';
import { describeGrowth } from '@overture/domain/sending/ramps';
import { ThinBar } from '../../../ui/display/spark.tsx';
import { describeBudgets } from '../sender-cells.tsx';
import { t } from '../texts.ts';

/** What a sender has used of today's caps, and why they are no more. */
export function TodayState({ account }: { account: Account }) {
  return (
    <section className="flex flex-col gap-2 mb-5 p-3 border border-line rounded-control" aria-label={t('today')}>
      {describeBudgets(account).map(({ id, label, used, cap, limit }) => (
        <div key={id} className="flex flex-col gap-1">
          <p className="flex justify-between gap-3 text-table">
            <span>{label}</span>
            <span className="text-ink-2 number">{t('today_used', { used, amount: cap.amount })}</span>
          </p>
          <ThinBar
            total={Math.max(1, cap.amount)}
            label={t('used', { label, used, limit: cap.amount })}
            parts={[{ value: used, tone: used >= cap.amount ? 'amber' : 'accent', label }]}
          />
          {cap.amount < limit ? <p className="text-ink-3 text-meta">{whySmaller(cap, limit)}</p> : null}
        </div>
      ))}
    </section>
  );
}

function whySmaller(
  { rule, growth, rhythm_of }: ReturnType<typeof describeBudgets>[number]['cap'],
  limit: number,
): string {
  if (rhythm_of !== null)
    return t('today_rhythm', { of: rhythm_of, growth: growth ? `, ${describeGrowth(growth)}` : '' });
  if (growth) return t('today_growing', { growth: describeGrowth(growth), limit });
  if (rule === 'day_off') return t('today_day_off');
  return rule === 'weekly_limit' ? t('today_week_used') : t('today_share', { limit });
}
