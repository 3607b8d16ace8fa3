import { useState } from 'react';

/** The texts before the last fix, until something else is written: an undo never takes back what a person typed. */
export function useFixes<Texts extends object>(current: Texts, write: (texts: Texts) => void) {
  const [last, setLast] = useState<{ before: Texts; after: string } | undefined>();
  return {
    apply(texts: Texts) {
      setLast({ before: current, after: JSON.stringify(texts) });
      write(texts);
    },
    undo:
      last !== undefined && last.after === JSON.stringify(current)
        ? () => {
            write(last.before);
            setLast(undefined);
          }
        : undefined,
  };
}
