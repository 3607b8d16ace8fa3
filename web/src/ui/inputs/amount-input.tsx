import { NumberInput, type NumberInputProps } from '@mantine/core';
import { uiTexts } from '../ui-texts.ts';

interface AmountInputProps extends Omit<NumberInputProps, 'onChange' | 'error' | 'allowDecimal'> {
  /** NaN once the field was emptied. */
  value: number;
  onChange: (value: number) => void;
}

/** A whole number that has to be there. An emptied field is an error and NaN, which is not saved; 0 is only what was typed. */
export function AmountInput({ value, onChange, ...field }: AmountInputProps) {
  return (
    <NumberInput
      {...field}
      allowDecimal={false}
      value={Number.isNaN(value) ? '' : value}
      error={Number.isNaN(value) ? uiTexts.numberMissing : undefined}
      onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
    />
  );
}
