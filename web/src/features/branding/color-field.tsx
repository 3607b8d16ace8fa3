import { TextInput } from '@mantine/core';
import { parseHexColor } from '@overture/domain/brand/contrast';
import { t } from './texts.ts';

interface ColorFieldProps {
  field: 'primary_color' | 'secondary_color' | 'button_color';
  value: string;
  warning: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

const LONG = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;

/** A color as text, with the browser's own chooser beside it. */
export function ColorField({ field, value, warning, error, onChange }: ColorFieldProps) {
  const shown = parseHexColor(value) ? value.replace(LONG, '#$1$1$2$2$3$3') : '#000000';
  return (
    <TextInput
      label={t(field)}
      value={value}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      error={error}
      description={warning}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection={
        <input
          type="color"
          aria-label={`${t(field)}, chooser`}
          className="size-6 p-0 border-0 bg-transparent cursor-pointer"
          value={shown.toLowerCase()}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
