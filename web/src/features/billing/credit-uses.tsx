import { SegmentedControl } from '@mantine/core';
import { type CreditMonth, creditHistoryEndpoints } from '@overture/contract/credit-history';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { dateLocale } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { sumUses } from './sum-uses.ts';
import { t } from './texts.ts';
import type { NamedUses } from './uses-chart.tsx';

const UsesChart = lazyPart(() => import('./uses-chart.tsx').then((file) => ({ default: file.UsesChart })));

const monthFormat = new Intl.DateTimeFormat(dateLocale, { month: 'short', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat(dateLocale, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** What credits were used for, by month or by day. */
export function CreditUses({ months }: { months: UseQueryResult<{ months: CreditMonth[] }> }) {
  const [by, setBy] = useState('month');
  const isByDay = by === 'day';
  const days = useQuery({ ...queryOptions(creditHistoryEndpoints.listCreditDays), enabled: isByDay });
  const zone = days.data?.time_zone;
  const uses = isByDay
    ? days.data?.days.map((used) => ({ ...used, name: dayFormat.format(new Date(`${used.day}T00:00:00Z`)) }))
    : months.data?.months.map((used) => ({
        ...used,
        name: monthFormat.format(new Date(`${used.month}-01T00:00:00Z`)),
      }));
  const failed = isByDay ? days : months;
  return (
    <section
      className="grid content-start gap-2 p-4 border border-line rounded-card bg-surface"
      aria-label={t('chart')}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-section">{t('chart')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('chart_by')}
          data={[
            { value: 'month', label: t('chart_months') },
            { value: 'day', label: t('chart_days') },
          ]}
          value={by}
          onChange={setBy}
        />
      </div>
      <p className="text-ink-3 text-table">
        {isByDay ? (zone ? t('chart_days_text', { zone }) : '\u00a0') : t('chart_text')}
      </p>
      <div>{failed.error ? queryFailure(failed) : <Uses uses={uses} />}</div>
    </section>
  );
}

/** A chart once there is something to draw. */
function Uses({ uses }: { uses: readonly NamedUses[] | undefined }) {
  if (!uses) return <Skeleton height={220} />;
  if (uses.every((used) => sumUses(used) === 0))
    return <EmptyState compact title={t('chart_empty')} text={t('chart_empty_text')} />;
  return (
    <Suspense fallback={<Skeleton height={220} />}>
      <UsesChart uses={uses} />
    </Suspense>
  );
}
