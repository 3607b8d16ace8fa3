import { TextInput } from '@mantine/core';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { OUTPUT_TYPES, type OutputType } from '@overture/domain/leads/lead-columns';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { RESEARCH_SOURCE_COSTS, RESEARCH_SOURCES, type ResearchSource } from '@overture/domain/money/credits';
import {
  IconAlignLeft,
  IconHash,
  IconHistory,
  IconInfoCircle,
  IconLetterT,
  IconLock,
  IconPencil,
  IconSquareCheck,
  IconStar,
} from '@tabler/icons-react';
import { useId } from 'react';
import { FieldGroup } from '../../ui/forms/field-group.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { SourceIcon } from '../research-columns/index.ts';
import { QuestionField } from './question/question-field.tsx';
import { words } from './question-texts.ts';
import { sourceLabel } from './source-label.ts';
import classes from './tasks.module.css';
import { t } from './texts.ts';
import type { TaskFormState } from './use-task-form.ts';

const formatIcons: Record<OutputType, typeof IconHash> = {
  SHORT_TEXT: IconLetterT,
  LONG_TEXT: IconAlignLeft,
  NUMBER: IconHash,
  BOOLEAN: IconSquareCheck,
  SCORE: IconStar,
};

interface TaskFormProps {
  task: EnrichmentPrompt | undefined;
  form: TaskFormState;
  onHistory: () => void;
}

/** Name, instructions, format and sources of a task; what is fixed is shown, and says why. */
export function TaskForm({ task, form, onHistory }: TaskFormProps) {
  const { draft, problems, change } = form;
  return (
    <div className={`${classes.form} flex flex-col gap-4`}>
      {form.canEdit && !form.isEditing ? (
        <div className="flex flex-wrap items-center gap-2 text-ink-3 text-table">
          <span className="flex-1 min-w-50">{words('edit_hint')}</span>
          <AppButton size="small" icon={<IconHistory size={15} aria-hidden />} onClick={onHistory}>
            {words('history')}
          </AppButton>
          <AppButton size="small" icon={<IconPencil size={15} aria-hidden />} onClick={form.edit}>
            {words('edit_question')}
          </AppButton>
        </div>
      ) : null}
      {(form.isColumn && !form.isEditing && !form.canEdit) || form.isLookup ? (
        <p className="flex gap-2 py-2.5 px-3 rounded-control bg-sunken text-ink-2 text-table [&_svg]:flex-none [&_svg]:mt-0.5 [&_svg]:text-ink-3">
          <IconLock size={15} aria-hidden />
          {t(form.isLookup ? 'locked_built_in' : 'locked_column')}
        </p>
      ) : null}
      {form.otherLists > 0 ? (
        <p className="flex gap-2 py-2.5 px-3 rounded-control bg-sunken text-ink-2 text-table [&_svg]:flex-none [&_svg]:mt-0.5 [&_svg]:text-ink-3">
          <IconInfoCircle size={15} aria-hidden />
          {t('other_lists', { count: form.otherLists })}
        </p>
      ) : null}
      <TextInput
        label={t('name')}
        placeholder={t('name_placeholder')}
        value={draft.name}
        error={problems.name}
        readOnly={form.isFixed}
        data-read-only={form.isFixed || undefined}
        maxLength={TEXT_LIMITS.name_max}
        autoComplete="off"
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {task?.data_enrichment_type ? (
        <div className="flex gap-2 py-2.5 px-3 rounded-control bg-sunken text-ink-2 text-table [&>svg]:flex-none [&>svg]:mt-0.5 [&>svg]:text-ink-3">
          <IconInfoCircle size={16} aria-hidden />
          <div>
            <p className="text-ink font-medium">{t(task.data_enrichment_type)}</p>
            <p>{t('lookup_text')}</p>
          </div>
        </div>
      ) : (
        <>
          <QuestionField form={form} ownId={task?.id} />
          <FormatPicker form={form} />
          <SourcePicker form={form} />
        </>
      )}
    </div>
  );
}

/** Five formats as radio buttons in the shape of cards. */
function FormatPicker({ form }: { form: TaskFormState }) {
  const name = useId();
  return (
    <FieldGroup legend={t('result_format')}>
      <div className={classes.formats}>
        {OUTPUT_TYPES.map((type) => {
          const Icon = formatIcons[type];
          return (
            <OptionCard
              key={type}
              kind="radio"
              name={name}
              label={t(type)}
              icon={<Icon size={16} aria-hidden />}
              checked={form.draft.output_type === type}
              disabled={form.isFixed}
              onChange={() => form.change({ output_type: type })}
            />
          );
        })}
      </div>
    </FieldGroup>
  );
}

/** Places where the research looks, each with its credits. */
function SourcePicker({ form }: { form: TaskFormState }) {
  const { draft, problems, change } = form;
  const toggle = (source: ResearchSource) =>
    change({
      required_sources: draft.required_sources.includes(source)
        ? draft.required_sources.filter((known) => known !== source)
        : [...draft.required_sources, source],
    });
  return (
    <FieldGroup
      legend={t('sources')}
      note={form.costPerLead > 0 ? t('per_lead', { count: form.costPerLead }) : t('choose_source')}
    >
      <div className={classes.sources}>
        {RESEARCH_SOURCES.map((source) => {
          const cost = RESEARCH_SOURCE_COSTS[source];
          return (
            <OptionCard
              key={source}
              kind="checkbox"
              label={sourceLabel(source)}
              icon={<SourceIcon source={source} />}
              note={t('credits', { count: cost, shown: String(cost) })}
              checked={draft.required_sources.includes(source)}
              disabled={form.isFixed}
              onChange={() => toggle(source)}
            />
          );
        })}
      </div>
      {problems.required_sources ? (
        <p className="text-red text-meta" role="alert">
          {problems.required_sources}
        </p>
      ) : null}
    </FieldGroup>
  );
}
