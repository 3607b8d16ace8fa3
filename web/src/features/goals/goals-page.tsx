import { Switch } from '@mantine/core';
import { type Goal, goalsEndpoints } from '@overture/contract/goals';
import { weeklyMailEndpoints } from '@overture/contract/weekly-mail';
import { IconEdit, IconPlus, IconTargetArrow, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { DeleteQuestion } from '../../lib/api/delete-question.tsx';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { GoalLines } from './goal-lines.tsx';
import { t } from './texts.ts';

const GoalDialog = lazyPart(() => import('./goal-dialog.tsx').then((file) => ({ default: file.GoalDialog })));

type Opened = { what: 'add' } | { what: 'change' | 'delete'; goal: Goal } | null;

/** Goals of the organization, people and campaigns, with pace and forecast. */
export function GoalsPage() {
  const query = useQuery(queryOptions(goalsEndpoints.listGoals));
  const [opened, setOpened] = useState<Opened>(null);
  const { goals, time_zone, max_goals = 0 } = query.data ?? {};
  const isFull = goals !== undefined && goals.length >= max_goals;
  const addButton = (
    <AppButton
      kind="primary"
      icon={<IconPlus size={16} aria-hidden />}
      disabled={goals === undefined || isFull}
      onClick={() => setOpened({ what: 'add' })}
    >
      {t('add')}
    </AppButton>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={time_zone === undefined ? t('subtitle_loading') : t('subtitle', { zone: time_zone })}
        actions={goals?.length === 0 ? undefined : addButton}
      />
      <div className="flex flex-col gap-4 px-gutter pb-8">
        {isFull ? <p className="m-0 text-ink-3 text-table">{t('full', { count: max_goals })}</p> : null}
        {queryFailure(query)}
        {query.isPending ? <Skeleton height={220} radius={12} /> : null}
        {goals ? <GoalList goals={goals} addButton={addButton} onOpen={setOpened} /> : null}
        <WeeklySwitch />
        <details className="max-w-[680px] text-ink-3 text-table">
          <summary className="cursor-pointer">{t('how')}</summary>
          <p className="m-0 mt-1">{t('how_text')}</p>
        </details>
      </div>
      <Suspense fallback={null}>
        {opened?.what === 'add' ? <GoalDialog goal={null} onClose={() => setOpened(null)} /> : null}
        {opened?.what === 'change' ? <GoalDialog goal={opened.goal} onClose={() => setOpened(null)} /> : null}
      </Suspense>
      {opened?.what === 'delete' ? (
        <DeleteQuestion
          endpoint={goalsEndpoints.deleteGoal}
          input={{ params: { id: opened.goal.id } }}
          title={t('delete_title')}
          confirmLabel={t('delete')}
          deleted={t('deleted')}
          failed={t('delete_failed')}
          onClose={() => setOpened(null)}
        >
          {t('delete_text', { name: opened.goal.name })}
        </DeleteQuestion>
      ) : null}
    </>
  );
}

interface GoalListProps {
  goals: readonly Goal[];
  addButton: ReactNode;
  onOpen: (opened: Opened) => void;
}

function GoalList({ goals, addButton, onOpen }: GoalListProps) {
  if (goals.length === 0)
    return (
      <EmptyState icon={<IconTargetArrow size={24} />} title={t('empty')} text={t('empty_text')} action={addButton} />
    );
  return (
    <section className="max-w-[860px] border border-line rounded-card bg-surface" aria-label={t('title')}>
      <GoalLines goals={goals} end={(goal) => <GoalMenu goal={goal} onOpen={onOpen} />} />
    </section>
  );
}

function GoalMenu({ goal, onOpen }: { goal: Goal; onOpen: (opened: Opened) => void }) {
  if (!goal.may_change) return null;
  return (
    <ActionMenu
      label={t('options_of', { name: goal.name })}
      entries={[
        {
          id: 'change',
          label: t('change'),
          icon: <IconEdit size={16} aria-hidden />,
          onSelect: () => onOpen({ what: 'change', goal }),
        },
        {
          id: 'delete',
          label: t('delete'),
          icon: <IconTrash size={16} aria-hidden />,
          danger: true,
          divider: true,
          onSelect: () => onOpen({ what: 'delete', goal }),
        },
      ]}
    />
  );
}

/** The choice of the Monday email, which is each person's own. */
function WeeklySwitch() {
  const { data } = useQuery(queryOptions(weeklyMailEndpoints.getWeeklyMail));
  const save = useMutation({
    ...mutationOptions(weeklyMailEndpoints.setWeeklyMail),
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  if (!data) return null;
  const next = formatDateTime(data.next_at, data.time_zone);
  return (
    <Switch
      label={t('weekly')}
      description={data.is_on ? t('weekly_on', { next, zone: data.time_zone }) : t('weekly_off')}
      checked={data.is_on}
      disabled={save.isPending}
      onChange={(event) => save.mutate({ body: { is_on: event.currentTarget.checked } })}
    />
  );
}
