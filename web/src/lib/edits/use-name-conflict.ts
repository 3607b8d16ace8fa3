import { type ReactNode, useRef } from 'react';
import { useEditConflict } from './use-edit-conflict.tsx';

interface Named {
  name: string;
  version: number;
}

interface NameConflictOptions<Answer> {
  label: string;
  /** The name in the answer of the call. */
  read: (current: Answer) => Named;
  send: (name: string, version: number) => void;
}

export interface NameConflict {
  /** The typing begins on top of this. */
  begin: (shown: Named) => void;
  save: (name: string) => void;
  take: (error: unknown) => boolean;
  dialog: ReactNode;
}

/** `useEditConflict` for a name that is edited in place. */
export function useNameConflict<Answer>({ label, read, send }: NameConflictOptions<Answer>): NameConflict {
  const seen = useRef<Named>({ name: '', version: 0 });
  const typed = useRef('');
  const again = (current: Answer) => send(typed.current, read(current).version);
  const { take, dialog } = useEditConflict<Answer>({
    overlap: (current) => {
      const { name } = read(current);
      const isFree = name === seen.current.name || name === typed.current;
      return isFree ? [] : [{ label, theirs: name, mine: typed.current }];
    },
    keepMine: again,
    // Typing has ended: refetch the name.
    seeTheirs: (current) => () => again(current),
  });
  return {
    begin: (shown) => {
      seen.current = shown;
    },
    save: (name) => {
      typed.current = name;
      send(name, seen.current.version);
    },
    take,
    dialog,
  };
}
