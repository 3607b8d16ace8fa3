import type { Account } from '@overture/contract/accounts';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { ThinBar } from '../../ui/display/spark.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import classes from './accounts.module.css';
import { HoldWarnings, needsAttention } from './hold-warnings.tsx';
import { describeBudgets } from './sender-cells.tsx';
import type { SlotSummary } from './sender-slots.ts';
import { t } from './texts.ts';

interface SummaryProps {
  accounts: readonly Account[] | undefined;
  slots: SlotSummary;
}

/** How many senders there are, what they sent today, and which of them cannot send. */
export function SendersSummary({ accounts, slots }: SummaryProps) {
  const budgets = (accounts ?? []).flatMap(describeBudgets);
  const sent = budgets.reduce((sum, { used }) => sum + used, 0);
  const budget = budgets.reduce((sum, { cap }) => sum + cap.amount, 0);
  const broken = (accounts ?? []).filter(needsAttention).length;
  const isLoading = accounts === undefined;
  return (
    <>
      <dl className="grid grid-cols-3 mt-0 mx-gutter mb-4 overflow-hidden border border-line rounded-card bg-surface">
        <Figure
          label={t('summary_accounts')}
          isLoading={isLoading}
          value={formatNumber(slots.used)}
          of={slots.limit === null ? undefined : t('summary_of', { limit: formatNumber(slots.limit) })}
          text={t(slots.isTrial ? 'summary_trial' : 'summary_plan', { count: slots.limit ?? 0 })}
        />
        <Figure
          label={t('summary_today')}
          isLoading={isLoading}
          value={formatNumber(sent)}
          of={t('summary_of', { limit: formatNumber(budget) })}
          text={
            <ThinBar
              total={Math.max(1, budget)}
              label={t('used', { label: t('summary_today'), used: sent, limit: budget })}
              parts={[{ value: sent, tone: 'accent', label: t('summary_today') }]}
            />
          }
        />
        <Figure
          label={t('summary_attention')}
          isLoading={isLoading}
          value={formatNumber(broken)}
          isBad={broken > 0}
          text={t(broken > 0 ? 'summary_attention_text' : 'summary_attention_none')}
        />
      </dl>
      {slots.warnings.map(({ kind, text }) => (
        <p
          key={kind}
          className="flex items-center gap-2 mx-gutter mb-4 py-2.5 px-3 rounded-control bg-amber-soft text-amber text-table [&_svg]:flex-none"
          role="status"
        >
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            <strong>{t(kind === 'email' ? 'over_limit_email' : 'over_limit_linkedin')}</strong> {text}
          </span>
        </p>
      ))}
      <HoldWarnings accounts={accounts ?? []} />
      {accounts?.some(({ risk_budget: risk }) => risk && !risk.is_enforced) ? (
        <p className="mx-gutter mb-4 text-ink-3 text-meta">{t('risk_shown_only')}</p>
      ) : null}
    </>
  );
}

interface FigureProps {
  label: string;
  value: string;
  of?: string | undefined;
  text: ReactNode;
  isLoading: boolean;
  isBad?: boolean;
}

function Figure({ label, value, of, text, isLoading, isBad }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>
        <span
          className="flex items-baseline gap-1.5 min-h-8.5 text-[24px] font-semibold tracking-tight data-bad:text-amber number"
          data-bad={isBad || undefined}
        >
          {isLoading ? <Skeleton width={44} height={26} /> : value}
          {of && !isLoading ? <span className="text-ink-3 text-table font-normal tracking-normal">{of}</span> : null}
        </span>
        <span className="flex items-center min-h-4.5 text-ink-3 text-meta max-sm:hidden">
          {isLoading ? <Skeleton width="70%" /> : text}
        </span>
      </dd>
    </div>
  );
}
