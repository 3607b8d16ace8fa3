import { Menu } from '@mantine/core';
import { enrichmentEndpoints, type LookupEstimate } from '@overture/contract/enrichment';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { t } from '../texts.ts';
import { MenuCost } from './menu-cost.tsx';
import { costOfRun, runAmounts } from './run-amounts.ts';
import type { TableRequest } from './use-start-research.ts';

const Estimate = lazyPart(() => import('../estimate/estimate.tsx').then((file) => ({ default: file.Estimate })));

interface RunEntriesProps {
  searchId: number;
  /** Left out for a task that does not exist yet: every lead of the view is without an answer. */
  promptId: number | undefined;
  table: TableRequest;
  costPerLead: number;
  /** What a look-up costs at most: what is known already is free, so the server decides whether the balance lasts. */
  isLookup: boolean;
  onRun: (amount: number) => void;
}

/** Leads of the view without a result of the task, counted each time the menu opens. */
export function useUnenrichedCount(
  { searchId, promptId, table }: Pick<RunEntriesProps, 'searchId' | 'promptId' | 'table'>,
  enabled = true,
) {
  return useQuery({
    ...queryOptions(enrichmentEndpoints.countUnenrichedProspects, {
      params: { id: searchId },
      body: { prompt_id: promptId, ...table },
    }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Entries of a menu for a column of a list. */
export function RunEntries(props: RunEntriesProps) {
  const count = useUnenrichedCount(props);
  return <RunAmounts {...props} count={count} noneText={t(props.promptId === undefined ? 'no_leads' : 'none_left')} />;
}

interface RunAmountsProps extends Pick<RunEntriesProps, 'costPerLead' | 'isLookup' | 'onRun'> {
  /** Leads without an answer, once they are counted. */
  count: { data: { unenriched_count: number; estimate: LookupEstimate | null } | undefined; isError: boolean };
  /** Said where there are none. */
  noneText: string;
}

/** How many leads to run, each amount with its cost; what the balance does not pay for cannot be chosen. */
export function RunAmounts({ costPerLead, isLookup, onRun, count, noneText }: RunAmountsProps) {
  const credits = useUser().organization.email_credits;
  if (count.isError) return <p className="py-1.5 px-2.25 text-ink-3 text-table">{t('count_failed')}</p>;
  if (count.data === undefined) {
    return (
      <div className="flex flex-col gap-3.5 py-3 px-2.25" aria-busy>
        <Skeleton width="70%" />
        <Skeleton width="55%" />
        <Skeleton width="60%" />
      </div>
    );
  }
  const unenriched = count.data.unenriched_count;
  const amounts = runAmounts(unenriched);
  const { estimate } = count.data;
  const costOf = (amount: number) => costOfRun(amount, costPerLead, estimate);
  const isLow = amounts.some((amount) => costOf(amount) > credits);
  return (
    <>
      {estimate ? (
        <Suspense fallback={<Skeleton width="90%" />}>
          <Estimate estimate={estimate} />
        </Suspense>
      ) : null}
      {amounts.length === 0 ? <p className="py-1.5 px-2.25 text-ink-3 text-table">{noneText}</p> : null}
      {amounts.map((amount) => {
        const cost = costOf(amount);
        return (
          <Menu.Item
            key={amount}
            disabled={cost > credits && !isLookup}
            rightSection={
              <MenuCost isLow={cost > credits}>
                {isLookup
                  ? t('run_selected_cost', { credits: formatNumber(cost) })
                  : t('credits', { count: cost, shown: formatNumber(cost) })}
              </MenuCost>
            }
            onClick={() => onRun(amount)}
          >
            {t(amount === unenriched ? 'run_all' : 'run_some', { count: amount, shown: formatNumber(amount) })}
          </Menu.Item>
        );
      })}
      {isLow ? (
        <p className="m-1 py-1.75 px-2.25 rounded-[7px] bg-amber-soft text-amber text-meta">
          {t(isLookup ? 'low_credits_lookup' : 'low_credits', { credits: formatNumber(credits) })}
        </p>
      ) : null}
    </>
  );
}
