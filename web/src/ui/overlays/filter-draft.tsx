import { type ReactNode, useState } from 'react';
import { AppButton } from '../inputs/app-button.tsx';
import { FilterPopover } from './filter-popover.tsx';

interface FilterDraftProps<Filters> {
  words: { label: string; activeLabel: string; reset: string; apply: string };
  filters: Filters;
  /** What 'Reset' applies. */
  none: Filters;
  count: number;
  width?: number;
  isApplicable: (draft: Filters) => boolean;
  onApply: (filters: Filters) => void;
  children: (draft: Filters, onChange: (draft: Filters) => void) => ReactNode;
}

/** Filters behind one button: chosen in a draft that counts only once it is applied. */
export function FilterDraft<Filters>(props: FilterDraftProps<Filters>) {
  const { words, filters, none, isApplicable, onApply, children, ...popover } = props;
  const [draft, setDraft] = useState(filters);
  return (
    <FilterPopover {...popover} label={words.label} activeLabel={words.activeLabel} onOpen={() => setDraft(filters)}>
      {(close) => {
        const apply = (next: Filters) => {
          onApply(next);
          close();
        };
        return (
          <>
            {children(draft, setDraft)}
            <div className="flex justify-end gap-2 mt-4">
              <AppButton onClick={() => apply(none)}>{words.reset}</AppButton>
              <AppButton kind="primary" disabled={!isApplicable(draft)} onClick={() => apply(draft)}>
                {words.apply}
              </AppButton>
            </div>
          </>
        );
      }}
    </FilterPopover>
  );
}
