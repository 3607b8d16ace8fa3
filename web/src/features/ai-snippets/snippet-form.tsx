import { Slider, Textarea, TextInput } from '@mantine/core';
import type { AiSegment } from '@overture/contract/ai-segments';
import { campaignEnrichmentEndpoints } from '@overture/contract/campaign-enrichment';
import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { SNIPPETS } from '@overture/domain/limits';
import { foldCase, isBlank } from '@overture/domain/text/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { FieldGroup } from '../../ui/forms/field-group.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { SearchInput } from '../../ui/inputs/search-input.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { usePolish } from '../research-tasks/index.ts';
import { t } from './texts.ts';
import { NEW_SNIPPET, type SnippetDraft, useSaveSnippet } from './use-snippets.ts';

interface SnippetFormProps {
  campaignId: number;
  /** Null for a new one. */
  segment: AiSegment | null;
  onBack: () => void;
  onClose: () => void;
}

const marks = Array.from({ length: SNIPPETS.max_sentences }, (_, index) => ({
  value: index + 1,
  label: String(index + 1),
}));

/** Writes a snippet: what it says, in how many sentences, from which research tasks, and what that costs. */
export function SnippetForm({ campaignId, segment, onBack, onClose }: SnippetFormProps) {
  const [initial] = useState<SnippetDraft>(() => (segment === null ? NEW_SNIPPET : toDraft(segment)));
  const [draft, setDraft] = useState(initial);
  const save = useSaveSnippet(segment?.id ?? null, onBack);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial) && !save.isSuccess;
  const closing = useDiscardGuard(isChanged, onClose);
  const leaving = useDiscardGuard(isChanged, onBack);
  const change = (part: Partial<SnippetDraft>) => setDraft((current) => ({ ...current, ...part }));
  const isComplete = !isBlank(draft.name) && !isBlank(draft.instructions) && draft.enrichment_sources.length > 0;
  return (
    <Dialog
      opened
      onClose={closing.close}
      title={segment === null ? t('create_title') : t('edit_title')}
      size="large"
      closeOnOutside={false}
      footer={
        <>
          <AppButton onClick={leaving.close}>{t('back')}</AppButton>
          <AppButton kind="primary" disabled={!isComplete} loading={save.isPending} onClick={() => save.mutate(draft)}>
            {t('save')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextInput
          label={t('name')}
          placeholder={t('name_placeholder')}
          value={draft.name}
          maxLength={SNIPPETS.name_max}
          autoComplete="off"
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Instructions value={draft.instructions} onChange={(instructions) => change({ instructions })} />
        <FieldGroup legend={t('sentences_text')} note={String(draft.amount_of_sentences)}>
          <Slider
            size="sm"
            min={SNIPPETS.min_sentences}
            max={SNIPPETS.max_sentences}
            step={1}
            label={null}
            marks={marks}
            thumbLabel={t('sentences_text')}
            value={draft.amount_of_sentences}
            onChange={(next) => change({ amount_of_sentences: next })}
            className="pb-6"
          />
        </FieldGroup>
        <SourceTasks chosen={draft.enrichment_sources} onChange={(ids) => change({ enrichment_sources: ids })} />
        <Costs campaignId={campaignId} promptIds={draft.enrichment_sources} />
        {closing.question}
        {leaving.question}
      </div>
    </Dialog>
  );
}

function Instructions({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [problem, setProblem] = useState<string | undefined>();
  const { isPolishing, tools } = usePolish({ type: 'snippet', value, onChange, onEmpty: setProblem });
  return (
    <div className="flex flex-col gap-1">
      <Textarea
        label={t('instructions')}
        description={t('instructions_hint')}
        placeholder={t('instructions_placeholder')}
        value={value}
        error={problem && isBlank(value) ? <span role="alert">{problem}</span> : undefined}
        readOnly={isPolishing}
        maxLength={SNIPPETS.instructions_max}
        autosize
        minRows={3}
        maxRows={10}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {tools}
    </div>
  );
}

function toDraft({ name, instructions, amount_of_sentences, enrichment_sources }: AiSegment): SnippetDraft {
  return { name, instructions, amount_of_sentences, enrichment_sources };
}

/** Research tasks as checkboxes; a search field when there are many. */
function SourceTasks({ chosen, onChange }: { chosen: readonly number[]; onChange: (ids: number[]) => void }) {
  const query = useQuery({ ...queryOptions(enrichmentEndpoints.listUsedPrompts), staleTime: 60_000 });
  const [search, setSearch] = useState('');
  const tasks = query.data ?? [];
  const isLong = tasks.length > SNIPPETS.search_box_above_tasks;
  const shown = tasks.filter(({ name }) => foldCase(name).includes(foldCase(search.trim())));
  const perLead = tasks.reduce((sum, task) => sum + (chosen.includes(task.id) ? task.cost_per_lead : 0), 0);
  const failure = queryFailure(query, { fallback: t('tasks_failed'), compact: true });
  if (failure) return failure;
  return (
    <FieldGroup legend={t('sources')} note={perLead > 0 ? t('per_lead', { count: perLead }) : t('choose_source')}>
      {isLong ? (
        <SearchInput label={t('find_task')} placeholder={t('find_task')} value={search} onChange={setSearch} />
      ) : null}
      {query.isPending ? <Skeleton height={120} radius={8} /> : null}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-2">
        {shown.map((task) => (
          <OptionCard
            key={task.id}
            kind="checkbox"
            label={task.name}
            note={String(task.cost_per_lead)}
            checked={chosen.includes(task.id)}
            onChange={() =>
              onChange(chosen.includes(task.id) ? chosen.filter((id) => id !== task.id) : [...chosen, task.id])
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** What the chosen tasks can cost for the leads of the campaign; silent when that cannot be read. */
function Costs({ campaignId, promptIds }: { campaignId: number; promptIds: readonly number[] }) {
  const query = useQuery({
    ...queryOptions(campaignEnrichmentEndpoints.countSnippetCosts, {
      params: { id: campaignId },
      body: { prompt_ids: [...promptIds] },
    }),
    enabled: promptIds.length > 0,
    placeholderData: keepPreviousData,
  });
  const costs = query.data;
  if (costs === undefined || promptIds.length === 0 || costs.target_prospects === 0) return null;
  return (
    <p className="py-2 px-3 rounded-control bg-blue-soft text-blue text-table" role="status">
      {t('campaign_cost', { credits: formatNumber(costs.enrichment_costs), count: costs.target_prospects })} {t('once')}
    </p>
  );
}
