import { Popover, Select, TextInput } from '@mantine/core';
import {
  COMPARISON_WORDS,
  type ConditionForm,
  LETTERS,
  type Letters,
  type OutputForm,
} from '@overture/domain/message/template/labels';
import type { MessageName } from '@overture/domain/message/template/names';
import { type FormEvent, type ReactNode, useState } from 'react';
import { defineTexts } from '../../../lib/texts.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import { useOfferedNames } from './previewed-lead.tsx';

const form = 'flex flex-col gap-3 w-[260px] p-2';

/** Escape closes the form, not the panel behind it. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

interface ChipPopoverProps {
  label: string;
  /** The chip; it gets what opens the form. */
  chip: (toggle: () => void, isOpen: boolean) => ReactNode;
  children: (close: () => void) => ReactNode;
}

/** A chip that opens a form to change its variable. */
export function ChipPopover({ label, chip, children }: ChipPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>{chip(() => setOpen(!isOpen), isOpen)}</Popover.Target>
      <Popover.Dropdown aria-label={label} onKeyDown={(event) => event.stopPropagation()}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Stops the browser and the field around it from taking a form's Enter for theirs. */
function submits(send: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    send();
  };
}

/** Fallback text and letter case of a variable. */
export function OutputFields({ value, onSave }: { value: OutputForm; onSave: (form: OutputForm) => void }) {
  const [fallback, setFallback] = useState(value.fallback ?? '');
  const [letters, setLetters] = useState<Letters | ''>(value.letters ?? '');
  return (
    <form
      className={form}
      onSubmit={submits(() => onSave({ ...value, fallback: fallback.trim() || null, letters: letters || null }))}
    >
      <TextInput
        label={t('chip_fallback')}
        description={t('chip_fallback_text')}
        value={fallback}
        maxLength={200}
        {...ownEscape}
        data-autofocus
        onChange={(event) => setFallback(event.currentTarget.value)}
      />
      <Select
        label={t('chip_letters')}
        data={[
          { value: '', label: t('letters_none') },
          ...LETTERS.map((name) => ({ value: name, label: t(`letters_${name}`) })),
        ]}
        value={letters}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        {...ownEscape}
        onChange={(next) => setLetters((next ?? '') as Letters | '')}
      />
      <AppButton kind="primary" size="small" type="submit" {...ownEscape}>
        {t('chip_apply')}
      </AppButton>
    </form>
  );
}

const comparisonLabel = defineTexts({ ...COMPARISON_WORDS });
const COMPARISON_NAMES = Object.keys(COMPARISON_WORDS) as (keyof typeof COMPARISON_WORDS)[];

const COMPARISONS = [
  { value: 'known', label: t('comparison_known') },
  { value: 'empty', label: t('comparison_empty') },
  ...COMPARISON_NAMES.map((value) => ({ value, label: comparisonLabel(value) })),
];

interface QuestionFieldsProps {
  asked: ConditionForm;
  /** What is wrong with the value. */
  problem?: string | undefined;
  onChange: (asked: ConditionForm) => void;
}

/** A question about a lead, chosen in three parts. */
export function QuestionFields({ asked, problem, onChange }: QuestionFieldsProps) {
  const names = useOfferedNames().filter(({ name }) => name !== 'today');
  const { name, comparison, value } = asked;
  const change = (changed: Partial<ConditionForm>) => onChange({ name, comparison, value, ...changed });
  const isCompared = comparison !== 'known' && comparison !== 'empty';
  return (
    <>
      <Select
        label={t('condition_name')}
        data={names.map((offered) => ({ value: offered.name, label: offered.label }))}
        value={name}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        {...ownEscape}
        data-autofocus
        onChange={(next) => change({ name: (next ?? name) as MessageName })}
      />
      <Select
        label={t('condition_comparison')}
        data={COMPARISONS}
        value={comparison}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        {...ownEscape}
        onChange={(next) => change({ comparison: (next ?? 'known') as ConditionForm['comparison'] })}
      />
      {isCompared ? (
        <TextInput
          label={t('condition_value')}
          value={value}
          error={problem}
          maxLength={200}
          {...ownEscape}
          onChange={(event) => change({ value: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}

/** The question of a condition that is no block. */
export function ConditionFields({ value, onSave }: { value: ConditionForm; onSave: (form: ConditionForm) => void }) {
  const [asked, setAsked] = useState(value);
  return (
    <form className={form} onSubmit={submits(() => onSave(asked))}>
      <QuestionFields asked={asked} onChange={setAsked} />
      <AppButton kind="primary" size="small" type="submit" {...ownEscape}>
        {t('chip_apply')}
      </AppButton>
    </form>
  );
}
