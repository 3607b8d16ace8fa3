import { NativeSelect } from '@mantine/core';
import { CUSTOM_TYPES, type CustomType } from '@overture/domain/leads/custom-values';
import { t } from './texts.ts';

interface TypeSelectProps {
  label: string;
  value: CustomType;
  onChange: (type: CustomType) => void;
  disabled?: boolean;
}

const choices = CUSTOM_TYPES.map((value) => ({ value, label: t(`is_${value}`) }));

/** What the values of a custom column are. */
export function TypeSelect({ label, value, onChange, disabled }: TypeSelectProps) {
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={choices}
      disabled={disabled ?? false}
      onChange={(event) => onChange(event.currentTarget.value as CustomType)}
    />
  );
}
