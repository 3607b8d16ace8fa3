import { MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { Automation, automationsEndpoints } from '@overture/contract/automations';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { AUTOMATION_LIMITS, OPERATORS_OF, toOptionLabel } from '@overture/domain/automations/automations';
import { say } from '@overture/domain/text/say';
import { IconPlus, IconX } from '@tabler/icons-react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

type Trigger = EndpointOutput<(typeof automationsEndpoints)['readAutomationCatalog']>['triggers'][number];
type Field = Trigger['fields'][number];
type Condition = Automation['conditions'][number];
export type ConditionDraft = Condition & { key: number };

const WITHOUT_VALUE: readonly string[] = ['is_empty', 'is_not_empty'];

interface ConditionFieldsProps {
  trigger: Trigger;
  match: Automation['match'];
  conditions: readonly ConditionDraft[];
  onMatch: (match: Automation['match']) => void;
  onChange: (conditions: ConditionDraft[]) => void;
}

/** Which events count. */
export function ConditionFields({ trigger, match, conditions, onMatch, onChange }: ConditionFieldsProps) {
  const [first] = trigger.fields;
  const add = () => {
    const key = Math.max(0, ...conditions.map((condition) => condition.key)) + 1;
    if (first) onChange([...conditions, { key, field: first.path, operator: 'is', values: [] }]);
  };
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
      <legend className="mb-2 text-table font-medium">{t('conditions')}</legend>
      {conditions.length === 0 ? <p className="m-0 text-ink-3 text-table">{t('no_conditions')}</p> : null}
      {conditions.length > 1 ? (
        <SegmentedControl
          aria-label={t('conditions')}
          data={[
            { value: 'all', label: t('match_all') },
            { value: 'any', label: t('match_any') },
          ]}
          value={match}
          onChange={(value) => onMatch(value as Automation['match'])}
        />
      ) : null}
      {conditions.map((condition, index) => (
        <ConditionRow
          key={condition.key}
          condition={condition}
          number={index + 1}
          fields={trigger.fields}
          onChange={(changed) => onChange(conditions.map((one) => (one.key === condition.key ? changed : one)))}
          onRemove={() => onChange(conditions.filter((one) => one.key !== condition.key))}
        />
      ))}
      {conditions.length < AUTOMATION_LIMITS.conditions ? (
        <div>
          <AppButton size="small" icon={<IconPlus size={14} aria-hidden />} onClick={add}>
            {t('add_condition')}
          </AppButton>
        </div>
      ) : null}
    </fieldset>
  );
}

interface ConditionRowProps {
  condition: ConditionDraft;
  number: number;
  fields: readonly Field[];
  onChange: (condition: ConditionDraft) => void;
  onRemove: () => void;
}

function ConditionRow({ condition, number, fields, onChange, onRemove }: ConditionRowProps) {
  const field = fields.find(({ path }) => path === condition.field);
  const operators = field ? OPERATORS_OF[field.kind] : [];
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Select
        className="flex-1 min-w-40"
        searchable
        aria-label={t('field')}
        data={fields.map(({ path, label }) => ({ value: path, label: say(label) }))}
        value={condition.field}
        allowDeselect={false}
        onChange={(value) => value && onChange({ ...condition, field: value, operator: 'is', values: [] })}
      />
      <Select
        className="flex-1 min-w-36"
        aria-label={t('operator')}
        data={operators.map((operator) => ({ value: operator, label: t(operator) }))}
        value={condition.operator}
        allowDeselect={false}
        onChange={(value) => value && onChange({ ...condition, operator: value as Condition['operator'], values: [] })}
      />
      {WITHOUT_VALUE.includes(condition.operator) || !field ? null : (
        <ValueField field={field} condition={condition} onChange={(values) => onChange({ ...condition, values })} />
      )}
      <AppButton
        size="small"
        aria-label={t('remove_condition', { number })}
        icon={<IconX size={14} aria-hidden />}
        onClick={onRemove}
      >
        {t('remove')}
      </AppButton>
    </div>
  );
}

interface ValueFieldProps {
  field: Field;
  condition: Condition;
  onChange: (values: string[]) => void;
}

function ValueField({ field, condition: { operator, values }, onChange }: ValueFieldProps) {
  const isMany = operator === 'any_of';
  const options =
    field.kind === 'yes_no'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : field.options.map((value) => ({ value, label: say(toOptionLabel(value)) }));
  if (isMany && options.length > 0)
    return (
      <MultiSelect
        className="flex-1 min-w-36"
        aria-label={t('values')}
        data={options}
        value={values}
        onChange={onChange}
      />
    );
  if (options.length > 0)
    return (
      <Select
        className="flex-1 min-w-36"
        aria-label={t('value')}
        data={options}
        value={values[0] ?? null}
        onChange={(value) => onChange(value === null ? [] : [value])}
      />
    );
  return (
    <TextInput
      className="flex-1 min-w-36"
      aria-label={t(isMany ? 'values' : 'value')}
      placeholder={t(isMany ? 'values' : 'value')}
      maxLength={AUTOMATION_LIMITS.text_max}
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      value={values.join(',')}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? [] : isMany ? value.split(',') : [value])}
    />
  );
}
