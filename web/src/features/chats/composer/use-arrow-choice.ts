import { type KeyboardEvent, useState } from 'react';

/** One of a list by arrows and Enter while the focus stays in a field: its index, and what the field does with keys. */
export function useArrowChoice<Entry>(entries: readonly Entry[], onChoose: (entry: Entry) => void) {
  const [index, setIndex] = useState(0);
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && entries.length > 0) {
      event.preventDefault();
      setIndex((index + step + entries.length) % entries.length);
    }
    const chosen = entries[index];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onChoose(chosen);
    }
  }
  return { index, first: () => setIndex(0), onKeyDown };
}
