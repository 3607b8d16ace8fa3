import { type Goal, goalsEndpoints } from '@overture/contract/goals';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { goalMetricLabel } from '../../lib/labels/campaign/goal-metric.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { type BarPart, ThinBar } from '../../ui/display/spark.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

const TONES = {
  reached: 'green',
  ahead: 'green',
  on_pace: 'blue',
  behind: 'amber',
  not_counted: 'grey',
} as const satisfies Record<Goal['state'], StatusTone & BarPart['tone']>;

/** Goals with what was done, the pace and the forecast in words. */
export function GoalLines({ goals, end }: { goals: readonly Goal[]; end?: (goal: Goal) => ReactNode }) {
  return (
    <ul className="m-0 p-0 list-none">
      {goals.map((goal) => (
        <li key={goal.id} className="flex items-start gap-3 py-3 px-4 border-b border-line last:border-b-0">
          <div className="flex flex-col flex-1 gap-1.5 min-w-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium truncate">{goalMetricLabel(goal.metric)}</span>
              <span className="min-w-0 text-ink-3 text-table truncate">
                <Subject goal={goal} />
              </span>
              <StatusChip tone={TONES[goal.state]}>{t(`state_${goal.state}`)}</StatusChip>
            </div>
            <ThinBar
              total={Math.max(goal.target, 1)}
              label={goal.pace}
              parts={[{ value: Math.min(goal.done, goal.target), tone: TONES[goal.state], label: goal.pace }]}
            />
            <p className="m-0 text-table">
              <span className="text-ink number">{goal.pace}</span>{' '}
              <span className="text-ink-3">
                {t(`per_${goal.period}`)} · {t(`before_${goal.period}`, { count: formatNumber(goal.done_before) })}
              </span>
            </p>
            <p className="m-0 text-ink-3 text-meta">{goal.forecast_words}</p>
          </div>
          {end?.(goal)}
        </li>
      ))}
    </ul>
  );
}

function Subject({ goal: { campaign, name } }: { goal: Goal }) {
  if (campaign === null) return name;
  return (
    <AppLink to={pb.campaign(campaign.id)} title={campaign.is_archived ? t('archived') : undefined}>
      {campaign.name}
    </AppLink>
  );
}

const shownAtMost = 4;

/** The first goals, those of the organization before others. Hidden without any. */
export function DashboardGoals() {
  const query = useQuery(queryOptions(goalsEndpoints.listGoals));
  const goals = query.data?.goals ?? [];
  if (query.isError) return queryFailure(query, { compact: true });
  if (goals.length === 0) return null;
  return (
    <section className="border border-line rounded-card bg-surface overflow-hidden" aria-label={t('title')}>
      <header className="flex items-baseline justify-between pt-4 px-4 pb-2 [&_a]:text-table">
        <h2>{t('title')}</h2>
        <AppLink to={pb.goals()}>{t('all_goals')}</AppLink>
      </header>
      <GoalLines goals={goals.slice(0, shownAtMost)} />
    </section>
  );
}
