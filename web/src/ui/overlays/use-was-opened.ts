import { useState } from 'react';

/** True from the first opening on: what opens may be loaded then, and what closes slides away before it goes. */
export function useWasOpened(opened: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened || opened;
}
