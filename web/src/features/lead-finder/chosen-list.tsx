import { IconX } from '@tabler/icons-react';
import classes from './lead-finder.module.css';
import { t } from './texts.ts';

interface ChosenListProps {
  items: readonly string[];
  onRemove: (item: string) => void;
}

/** What has been chosen from a search, each to be taken away alone. */
export function ChosenList({ items, onRemove }: ChosenListProps) {
  if (items.length === 0) return null;
  return (
    <ul className={`${classes.chosen} flex flex-wrap gap-1.5 mt-2 mx-0 mb-0 p-0 list-none`}>
      {items.map((label) => (
        <li key={label}>
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
