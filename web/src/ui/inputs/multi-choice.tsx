import { MultiSelect, type MultiSelectProps } from '@mantine/core';

/** No option has this value. */
const ALL = '*';

interface MultiChoiceProps {
  label: string;
  /** What an empty choice stands for ("All accounts"): shown while nothing is chosen, and an option that empties it. */
  all: string;
  options: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** In the field, instead of `all`. */
  placeholder?: string;
  isSearchable?: boolean;
  /** Above the field: what stands below it stays in reach. */
  opensUpwards?: boolean;
  renderOption?: NonNullable<MultiSelectProps['renderOption']>;
}

/** Several of a list, as chips that can be taken away one by one; none stands for all. */
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
