import type { Listed } from '@overture/contract/endpoint';
import { type EnrichmentPrompt, enrichmentEndpoints } from '@overture/contract/enrichment';
import { SNIPPETS } from '@overture/domain/limits';
import { foldCase } from '@overture/domain/text/text';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { SharedRows } from './shared-rows.tsx';
import { CardSkeletons, CreateCard, TaskCard } from './task-card.tsx';
import classes from './tasks.module.css';
import { t } from './texts.ts';

/** Research tasks of the agency; nothing for who has none, and where none is shared. */
function SharedTasks() {
  const { agency } = useUser().organization;
  const shared = useQuery({ ...queryOptions(enrichmentEndpoints.listAgencyPrompts), enabled: Boolean(agency) });
  const copy = useMutation({
    ...mutationOptions(enrichmentEndpoints.copyAgencyPrompt),
    onSuccess: async ({ name }) => {
      await whenRefetched();
      toast.success(t('copied_task', { name }));
    },
    onError: (error) => toast.error(errorMessage(error, t('copy_failed'))),
  });
  if (shared.error) return queryFailure(shared, { compact: true });
  if (!shared.data || shared.data.length === 0) return null;
  return (
    <SharedRows
      items={shared.data.map(({ id, name, prompt, cost_per_lead }) => ({
        id,
        name,
        text: prompt,
        note: t('per_lead', { count: cost_per_lead }),
      }))}
      pendingId={copy.isPending ? Number(copy.variables?.params.id) : undefined}
      onCopy={(id) => copy.mutate({ params: { id } })}
    />
  );
}

interface TaskPickerProps {
  /** Left out while they load. */
  tasks: readonly Listed<EnrichmentPrompt>[] | undefined;
  problem: Error | null;
  onRetry: () => void;
  columnIds: ReadonlySet<number>;
  onOpen: (task: EnrichmentPrompt) => void;
  onCreate: () => void;
  onDelete: (task: EnrichmentPrompt) => void;
}

/** Every task as a card, in the three sections of the dialog; a search field when there are many. */
export function TaskPicker(props: TaskPickerProps) {
  const { tasks } = props;
  const [search, setSearch] = useState('');
  if (props.problem) return <ErrorState compact message={errorMessage(props.problem, '')} onRetry={props.onRetry} />;
  const isLong = (tasks?.length ?? 0) > SNIPPETS.search_box_above_tasks;
  const found = tasks?.filter(({ name }) => foldCase(name).includes(foldCase(search.trim())));
  const isNothing = found?.length === 0 && search.trim() !== '';
  return (
    <div className="flex flex-col gap-6 min-h-[420px]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-3 text-table">{t('intro')}</p>
        {isLong ? (
          <SearchInput label={t('find_task')} placeholder={t('find_task')} value={search} onChange={setSearch} />
        ) : null}
      </div>
      {isNothing ? (
        <EmptyState compact icon={<IconSearch size={20} />} title={t('none_found')} text={t('none_found_text')} />
      ) : (
        <Sections {...props} tasks={found} isSearching={search.trim() !== ''} />
      )}
    </div>
  );
}

function Sections(props: TaskPickerProps & { isSearching: boolean }) {
  const { tasks, columnIds, onOpen, onDelete, isSearching } = props;
  const flags = useUser().organization.branding_settings;
  const card = (task: Listed<EnrichmentPrompt>) => (
    <TaskCard
      key={task.id}
      task={task}
      isColumn={columnIds.has(task.id)}
      onOpen={() => onOpen(task)}
      menu={task.may_delete ? <OwnTaskMenu task={task} onDelete={() => onDelete(task)} /> : null}
    />
  );
  const contact = tasks?.filter(({ is_data_enrichment }) => is_data_enrichment);
  const builtIn = tasks?.filter((task) => !task.is_data_enrichment && task.organization_id === null);
  const own = tasks?.filter((task) => !task.is_data_enrichment && task.organization_id !== null);
  return (
    <>
      <Section title={t('contact')} isHidden={contact?.length === 0}>
        {contact?.map((task) => card(task)) ?? <CardSkeletons cards={3} />}
      </Section>
      {flags.default_ai_research_tasks_enabled ? (
        <Section title={t('research')} isHidden={builtIn?.length === 0}>
          {builtIn?.map((task) => card(task)) ?? <CardSkeletons cards={9} />}
        </Section>
      ) : null}
      {flags.custom_ai_research_tasks_enabled ? (
        <Section title={t('own')} isHidden={isSearching && own?.length === 0}>
          {/* Rendered after the cards above it; otherwise it would move away from under the pointer. */}
          {tasks && !isSearching ? <CreateCard onClick={props.onCreate} /> : null}
          {own?.map((task) => card(task)) ?? <CardSkeletons cards={1} />}
        </Section>
      ) : null}
      {isSearching ? null : <SharedTasks />}
    </>
  );
}

function Section({ title, isHidden, children }: { title: string; isHidden: boolean; children: ReactNode }) {
  if (isHidden) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-ink-2 text-table font-medium tracking-normal">{title}</h3>
      <div className={classes.cards}>{children}</div>
    </section>
  );
}

function OwnTaskMenu({ task, onDelete }: { task: EnrichmentPrompt; onDelete: () => void }) {
  return (
    <ActionMenu
      label={t('task_actions', { name: task.name })}
      entries={[
        {
          id: 'delete',
          label: t('delete_task'),
          icon: <IconTrash size={15} aria-hidden />,
          danger: true,
          onSelect: onDelete,
        },
      ]}
    />
  );
}
