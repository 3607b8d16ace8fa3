import { Menu } from '@mantine/core';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { IconSparkles } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { columnName, TaskIcon } from '../../research-columns/index.ts';
import { t } from '../texts.ts';
import { MenuCost } from './menu-cost.tsx';
import { useRunCells } from './use-run-cells.ts';
import { type TableRequest, useStartResearch } from './use-start-research.ts';

/** Most cells one call takes. */
const maxCells = 10_000;

interface RunSelectedProps {
  searchId: number;
  tasks: readonly EnrichmentPrompt[];
  /** The named leads, or an amount from the top of the table. */
  selected: { prospect_ids?: number[]; amount?: number };
  table: TableRequest;
  onStarted: () => void;
}

/** Runs one column for the selected leads. Named leads run again where they have an answer; of an amount those without one. */
export function RunSelected({ searchId, tasks, selected, table, onStarted }: RunSelectedProps) {
  const cells = useRunCells(searchId, onStarted);
  const start = useStartResearch(searchId, table, { onStarted });
  if (tasks.length === 0) return null;
  const ids = selected.prospect_ids;
  const count = ids?.length ?? selected.amount ?? 0;
  function run(task: EnrichmentPrompt) {
    if (ids) cells.mutate(ids.map((prospect_id) => ({ prompt_id: task.id, prospect_id })));
    else start.mutate({ kind: 'continue', prompt_id: task.id, prospect_limit: count });
  }
  return (
    <RunTasksMenu
      label={t('run_research')}
      icon={<IconSparkles size={15} aria-hidden />}
      tasks={tasks}
      count={count}
      isNamed={ids !== undefined}
      isPending={cells.isPending || start.isPending}
      onRun={run}
    />
  );
}

interface RunTasksMenuProps {
  label: string;
  icon: ReactNode;
  tasks: readonly EnrichmentPrompt[];
  count: number;
  /** True where they are named one by one: one call takes so many. */
  isNamed: boolean;
  isPending: boolean;
  onRun: (task: EnrichmentPrompt) => void;
}

/** What can be run for selected leads, with what it costs at most. */
export function RunTasksMenu({ label, icon, tasks, count, isNamed, isPending, onRun }: RunTasksMenuProps) {
  const credits = useUser().organization.email_credits;
  const isLow = tasks.some((task) => task.cost_per_lead * count > credits);
  return (
    <Menu position="top" withinPortal classNames={{ dropdown: 'min-w-70 max-w-[min(360px,calc(100vw-24px))]' }}>
      <Menu.Target>
        <AppButton size="small" icon={icon} loading={isPending} aria-haspopup="menu">
          {label}
        </AppButton>
      </Menu.Target>
      <Menu.Dropdown>
        {tasks.map((task) => {
          const cost = task.cost_per_lead * count;
          return (
            <Menu.Item
              key={task.id}
              leftSection={<TaskIcon prompt={task} />}
              rightSection={
                <MenuCost isLow={cost > credits}>{t('run_selected_cost', { credits: formatNumber(cost) })}</MenuCost>
              }
              disabled={(cost > credits && !task.is_data_enrichment) || (isNamed && count > maxCells)}
              onClick={() => onRun(task)}
            >
              {columnName(task)}
            </Menu.Item>
          );
        })}
        {isLow ? (
          <p className="m-1 py-1.75 px-2.25 rounded-[7px] bg-amber-soft text-amber text-meta">
            {t('low_credits', { credits: formatNumber(credits) })}
          </p>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
