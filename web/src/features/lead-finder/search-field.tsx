import { Autocomplete } from '@mantine/core';
import { IconBan, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './lead-finder.module.css';
import { t } from './texts.ts';

interface ChosenListProps {
  label: string;
  /** What was chosen is left out. */
  isExclusion: boolean;
  items: readonly string[];
  onRemove: (item: string) => void;
}

/** What has been chosen from a search, each to be taken away alone. */
function ChosenList({ label: name, isExclusion, items, onRemove }: ChosenListProps) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={name} className={`${classes.chosen} flex flex-wrap gap-1.5 mt-2 mx-0 mb-0 p-0 list-none`}>
      {items.map((label) => (
        <li key={label}>
          {isExclusion ? <IconBan size={13} className="flex-none me-1 text-red" aria-hidden /> : null}
          <span className="truncate" title={label}>
            {label}
          </span>
          <button type="button" aria-label={t('remove', { name: label })} onClick={() => onRemove(label)}>
            <IconX size={13} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SearchFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Labels found for the text, at most `limit` shown; the first is taken by Enter. A text that was not found is never a filter. */
  found: readonly string[];
  limit: number;
  chosen: readonly string[];
  onChoose: (label: string) => void;
  onRemove: (label: string) => void;
  isFull: boolean;
  isExclusion?: boolean | undefined;
  description: ReactNode;
}

/** A field that looks things up and holds what was chosen as chips below it. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, text, onText, found, limit, chosen, onChoose, onRemove, isFull, description } = props;
  return (
    <>
      <Autocomplete
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={onText}
        // Mantine would write what was chosen into the field; here it becomes a chip and the field is free for the next.
        comboboxProps={{ onOptionSubmit: onChoose }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.defaultPrevented) return;
          event.preventDefault();
          if (found[0] !== undefined) onChoose(found[0]);
        }}
        data={[...found]}
        filter={({ options }) => options}
        limit={limit}
        // The list scrolls itself: Mantine's own area inside it cannot be reached by the keyboard.
        withScrollArea={false}
        classNames={{ options: classes.options ?? '' }}
        disabled={isFull}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        selectFirstOptionOnChange
      />
      <ChosenList label={label} isExclusion={props.isExclusion ?? false} items={chosen} onRemove={onRemove} />
    </>
  );
}
