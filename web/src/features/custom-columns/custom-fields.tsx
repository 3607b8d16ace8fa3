import { NativeSelect, TextInput } from '@mantine/core';
import type { LeadColumn } from '@overture/contract/lead-columns';
import type { Prospect } from '@overture/contract/prospects';
import type { CustomType, CustomValue } from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { isSafeLink } from '@overture/domain/text/safe-link';
import { showCustomValue } from './custom-value.ts';
import { EditableValue, LinesInput, ValueEditor, type ValueField } from './editable-value.tsx';
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

function CustomField({ column, value, prospectId, onSaved }: CustomFieldProps) {
  const { key, name, type } = column;
  return (
    <EditableValue
      label={name}
      editLabel={t(value === undefined ? 'set' : 'edit', { name })}
      editor={(close) => (
        <ValueEditor
          prospectId={prospectId}
          label={t('value', { name })}
          before={value === undefined ? '' : String(value)}
          change={(text) => ({ custom: { [key]: text } })}
          refusedField={`custom.${key}`}
          failed={t('value_failed')}
          hasLines={type === 'text'}
          onSaved={onSaved}
          onClose={close}
        >
          {(field, onChange) => <ValueInput type={type} field={field} onChange={onChange} />}
        </ValueEditor>
      )}
    >
      {(editButton) => (
        <>
          <ShownValue type={type} value={value} />
          <span className="inline-flex flex-none -my-0.75 text-ink-3">{editButton}</span>
        </>
      )}
    </EditableValue>
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

interface ValueInputProps {
  type: CustomType;
  field: ValueField;
  onChange: (text: string) => void;
}

const truths = [
  { value: '', label: '' },
  { value: 'true', label: valueTexts('yes') },
  { value: 'false', label: valueTexts('no') },
];

function ValueInput({ type, field, onChange }: ValueInputProps) {
  if (type === 'yes_no')
    return <NativeSelect {...field} data={truths} onChange={(event) => onChange(event.currentTarget.value)} />;
  const more = { ...field, maxLength: CUSTOM_COLUMNS.value_max };
  if (type === 'text') return <LinesInput field={field} maxLength={CUSTOM_COLUMNS.value_max} onChange={onChange} />;
  const inputs = {
    number: { inputMode: 'decimal' },
    date: { type: 'date' },
    link: { inputMode: 'url' },
  } as const;
  return <TextInput {...more} {...inputs[type]} onChange={(event) => onChange(event.currentTarget.value)} />;
}
