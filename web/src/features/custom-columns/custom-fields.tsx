import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { LeadColumn } from '@overture/contract/lead-columns';
import { type Prospect, prospectsEndpoints } from '@overture/contract/prospects';
import type { CustomType, CustomValue } from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { isSafeLink } from '@overture/domain/text/safe-link';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ApiError, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useUnsavedText } from '../../ui/forms/discard-guard.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { showCustomValue } from './custom-value.ts';
import { t } from './texts.ts';
import { useCustomColumns } from './use-custom-columns.ts';
import { valueTexts } from './value-texts.ts';

interface CustomFieldsProps {
  lead: Prospect;
  onSaved: (lead: Prospect) => void;
}

/** What a lead has in the custom columns, each changed in its place: Enter saves, Escape leaves it. */
export function CustomFields({ lead, onSaved }: CustomFieldsProps) {
  const { columns } = useCustomColumns();
  if (columns === undefined || columns.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('title')}</h3>
      <dl className="m-0 border-t border-line">
        {columns.map((column) => (
          <CustomField
            key={column.key}
            column={column}
            value={lead.custom?.[column.key]}
            prospectId={lead.id}
            onSaved={onSaved}
          />
        ))}
      </dl>
    </section>
  );
}

interface CustomFieldProps {
  column: LeadColumn;
  value: CustomValue | undefined;
  prospectId: number;
  onSaved: (lead: Prospect) => void;
}

function CustomField(props: CustomFieldProps) {
  const { column, value } = props;
  const { name, type } = column;
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  function close() {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.focus());
  }
  return (
    <div className="flex items-start gap-3 min-h-10 py-1.5 border-b border-line">
      <dt className="flex-[0_0_116px] pt-0.75 text-ink-3 text-table wrap-anywhere">{name}</dt>
      {isEditing ? (
        <EditValue {...props} onClose={close} />
      ) : (
        <dd className="flex flex-1 items-start justify-between gap-2 min-w-0 m-0 pt-0.75 text-table wrap-anywhere">
          <ShownValue type={type} value={value} />
          <span className="inline-flex flex-none -my-0.75 text-ink-3">
            <IconButton
              ref={editButton}
              size="small"
              label={t(value === undefined ? 'set' : 'edit', { name })}
              onClick={() => setEditing(true)}
            >
              <IconPencil size={15} aria-hidden />
            </IconButton>
          </span>
        </dd>
      )}
    </div>
  );
}

function ShownValue({ type, value }: { type: CustomType; value: CustomValue | undefined }) {
  const shown = showCustomValue(type, value);
  if (shown === undefined) return <span className="text-ink-3">{t('empty_value')}</span>;
  if (type === 'link' && isSafeLink(shown))
    return (
      <a href={shown} className="truncate" target="_blank" rel="noreferrer">
        {shown}
      </a>
    );
  return <span className="whitespace-pre-wrap">{shown}</span>;
}

function EditValue({ column, value, prospectId, onSaved, onClose }: CustomFieldProps & { onClose: () => void }) {
  const { key, type } = column;
  const before = value === undefined ? '' : String(value);
  const [text, setText] = useState(before);
  const [problem, setProblem] = useState<string | undefined>();
  const save = useMutation({
    ...mutationOptions(prospectsEndpoints.updateProspect),
    onSuccess: ({ prospect }) => {
      onSaved(prospect);
      onClose();
    },
    onError: (error) =>
      setProblem(
        (error instanceof ApiError && error.details[`custom.${key}`]) || errorMessage(error, t('value_failed')),
      ),
  });
  useUnsavedText(text !== before && !save.isSuccess);
  function submit() {
    if (text.trim() === before) return onClose();
    setProblem(undefined);
    save.mutate({ params: { id: prospectId }, body: { custom: { [key]: text } } });
  }
  function onKeyDown(event: KeyboardEvent) {
    const isBreak = event.key === 'Enter' && event.shiftKey && type === 'text';
    if (event.key === 'Enter' && !isBreak) submit();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  }
  return (
    <dd className="flex-1 min-w-0 m-0">
      <ValueInput
        label={t('value', { name: column.name })}
        type={type}
        value={text}
        problem={problem}
        onChange={setText}
        onKeyDown={onKeyDown}
      />
      <div className="flex justify-end gap-2 mt-2">
        <AppButton size="small" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton size="small" kind="primary" loading={save.isPending} onClick={submit}>
          {t('save')}
        </AppButton>
      </div>
    </dd>
  );
}

interface ValueInputProps {
  label: string;
  type: CustomType;
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const truths = [
  { value: '', label: '' },
  { value: 'true', label: valueTexts('yes') },
  { value: 'false', label: valueTexts('no') },
];

function ValueInput({ label, type, value, problem, onChange, onKeyDown }: ValueInputProps) {
  const shared = {
    'aria-label': label,
    // Escape leaves the field, not the drawer.
    'data-mantine-stop-propagation': 'true',
    value,
    error: problem,
    autoFocus: true,
    onKeyDown,
  };
  if (type === 'yes_no')
    return <NativeSelect {...shared} data={truths} onChange={(event) => onChange(event.currentTarget.value)} />;
  const more = { ...shared, maxLength: CUSTOM_COLUMNS.value_max, autoComplete: 'off' };
  if (type === 'text')
    return (
      <Textarea {...more} autosize minRows={1} maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  const inputs = {
    number: { inputMode: 'decimal' },
    date: { type: 'date' },
    link: { inputMode: 'url' },
  } as const;
  return <TextInput {...more} {...inputs[type]} onChange={(event) => onChange(event.currentTarget.value)} />;
}
