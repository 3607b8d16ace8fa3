import { MultiSelect, type MultiSelectProps } from '@mantine/core';

/** No option has this value. */
const ALL = '*';

interface MultiChoiceProps {
  label: string;
  /** Label of an empty choice ("All accounts"): shown while nothing is chosen, and an option that clears it. */
  all: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** In the field, instead of `all`. */
  placeholder?: string;
  isSearchable?: boolean;
  /** Opens above the field and leaves what is below it in reach. */
  opensUpwards?: boolean;
  renderOption?: NonNullable<MultiSelectProps['renderOption']>;
}

/** Several values of a list, as removable chips; none means all. */
export function MultiChoice(props: MultiChoiceProps) {
  const { label, all, options, value, placeholder, isSearchable = true, opensUpwards = false, renderOption } = props;
  const isEmpty = value.length === 0;
  return (
    <MultiSelect
      label={label}
      description={placeholder && isEmpty ? all : undefined}
      placeholder={placeholder ?? (isEmpty ? all : '')}
      data={[{ value: ALL, label: all }, ...options]}
      value={[...value]}
      onChange={(chosen) => props.onChange(chosen.includes(ALL) ? [] : chosen)}
      searchable={isSearchable}
      clearable
      openOnFocus={false}
      // The list itself scrolls: a region inside it would need a tab stop of its own.
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      comboboxProps={{ withinPortal: false, position: opensUpwards ? 'top' : 'bottom' }}
      {...(renderOption ? { renderOption } : {})}
    />
  );
}
