import { TextInput } from '@mantine/core';
import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import { RESEARCH_SOURCE_COSTS, RESEARCH_SOURCE_LABELS, RESEARCH_SOURCES } from '@overture/domain/credits';
import { OUTPUT_TYPES, type OutputType } from '@overture/domain/lead-columns';
import { TEXT_LIMITS } from '@overture/domain/limits';
import {
  IconAlignLeft,
  IconCheck,
  IconHash,
  IconInfoCircle,
  IconLetterT,
  IconLock,
  IconSquareCheck,
  IconStar,
} from '@tabler/icons-react';
import { useId } from 'react';
import { InstructionsField } from './instructions-field.tsx';
import classes from './task-form.module.css';
import { SourceIcon } from './task-icon.tsx';
import { t } from './texts.ts';
import type { TaskFormState } from './use-task-form.ts';

const formatIcons: Record<OutputType, typeof IconHash> = {
  SHORT_TEXT: IconLetterT,
  LONG_TEXT: IconAlignLeft,
  NUMBER: IconHash,
  BOOLEAN: IconSquareCheck,
  SCORE: IconStar,
};

/** Name, instructions, format and sources of a task; what is fixed is shown, and says why. */
export function TaskForm({ task, form }: { task: EnrichmentPrompt | undefined; form: TaskFormState }) {
  const { draft, problems, change } = form;
  return (
    <div className={classes.form}>
      {form.isColumn || form.isLookup ? (
        <p className={classes.locked}>
          <IconLock size={15} aria-hidden />
          {t(form.isLookup ? 'locked_built_in' : 'locked_column')}
        </p>
      ) : null}
      {form.otherLists > 0 ? (
        <p className={classes.locked}>
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
        <div className={classes.how}>
          <IconInfoCircle size={16} aria-hidden />
          <div>
            <p className={classes.howTitle}>{t(task.data_enrichment_type)}</p>
            <p>{t('lookup_text')}</p>
          </div>
        </div>
      ) : (
        <>
          <InstructionsField form={form} />
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
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('result_format')}</legend>
      <div className={classes.formats}>
        {OUTPUT_TYPES.map((type) => {
          const Icon = formatIcons[type];
          return (
            <label key={type} className={classes.format}>
              <input
                type="radio"
                name={name}
                value={type}
                checked={form.draft.output_type === type}
                disabled={form.isFixed}
                onChange={() => form.change({ output_type: type })}
              />
              <Icon size={16} aria-hidden />
              <span>{t(type)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Places where the research looks, each with its credits. */
function SourcePicker({ form }: { form: TaskFormState }) {
  const { draft, problems, change } = form;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        {t('sources')}
        <span className={`${classes.total} number`}>
          {form.costPerLead > 0 ? t('per_lead', { count: form.costPerLead }) : t('choose_source')}
        </span>
      </legend>
      <div className={classes.sources}>
        {RESEARCH_SOURCES.map((source) => {
          const isOn = draft.required_sources.includes(source);
          const cost = RESEARCH_SOURCE_COSTS[source];
          return (
            <label key={source} className={classes.source}>
              <input
                type="checkbox"
                checked={isOn}
                disabled={form.isFixed}
                onChange={() =>
                  change({
                    required_sources: isOn
                      ? draft.required_sources.filter((known) => known !== source)
                      : [...draft.required_sources, source],
                  })
                }
              />
              <span className={classes.sourceIcon}>
                <SourceIcon source={source} />
              </span>
              <span className={classes.sourceName}>{RESEARCH_SOURCE_LABELS[source]}</span>
              <span className={`${classes.sourceCost} number`}>
                {t('credits', { count: cost, shown: String(cost) })}
              </span>
              <span className={classes.tick} aria-hidden>
                <IconCheck size={12} stroke={3} />
              </span>
            </label>
          );
        })}
      </div>
      {problems.required_sources ? (
        <p className={classes.problem} role="alert">
          {problems.required_sources}
        </p>
      ) : null}
    </fieldset>
  );
}
