import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { uiTexts } from '../ui-texts.ts';

interface SearchInputProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  width?: number | string;
  /** Takes the focus when the dialog around it opens. */
  autofocus?: boolean;
  /** Called on each key, before the debounced `onChange`. */
  onType?: (value: string) => void;
}

/** Search field; `onChange` is called 300 ms after the last key. */
export function SearchInput(props: SearchInputProps) {
  const { value, onChange, onType, label, placeholder, width = 240, autofocus = false } = props;
  const [shown, setShown] = useState(value);
  const [reported, setReported] = useState(value);
  // A value set from outside (a cleared filter, the back button) replaces what is shown.
  if (value !== reported) {
    setReported(value);
    setShown(value);
  }
  const notify = useDebouncedCallback((next: string) => {
    setReported(next);
    onChange(next);
  }, 300);
  function change(next: string) {
    setShown(next);
    onType?.(next);
    notify(next);
  }
  return (
    <TextInput
      type="search"
      data-autofocus={autofocus || undefined}
      aria-label={label}
      placeholder={placeholder ?? uiTexts.searchPlaceholder}
      value={shown}
      maxLength={200}
      style={{ width, maxWidth: '100%' }}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={shown ? <CloseButton size="sm" aria-label={uiTexts.clear} onClick={() => change('')} /> : null}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
