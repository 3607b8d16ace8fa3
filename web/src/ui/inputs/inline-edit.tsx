import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './inputs.module.css';

interface InlineEditProps {
  value: string;
  label: string;
  maxLength?: number;
  /** Called when focus leaves with a changed value. A refused value (empty) is put back by returning false. */
  onSave: (value: string) => boolean | undefined;
  /** The focus came: what is typed now is on top of what is shown now. */
  onStart?: () => void;
  disabled?: boolean;
}

/** Text that is edited in place: Enter or leaving saves, Escape puts the old text back. */
export function InlineEdit({ value, label, maxLength = 120, onSave, onStart, disabled }: InlineEditProps) {
  const [draft, setDraft] = useState<string | undefined>();
  const cancelled = useRef(false);

  function finish() {
    const next = (draft ?? value).trim();
    if (!cancelled.current && next !== value) onSave(next);
    cancelled.current = false;
    setDraft(undefined);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') cancelled.current = true;
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.stopPropagation();
      event.currentTarget.blur();
    }
  }

  const shown = draft ?? value;
  return (
    <span className={classes.wrap} data-value={shown}>
      <input
        className={classes.input}
        aria-label={label}
        value={shown}
        disabled={disabled}
        maxLength={maxLength}
        size={1}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onFocus={() => {
          setDraft(value);
          onStart?.();
        }}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}
