import type { User } from '@overture/contract/auth';
import type { IconUsers } from '@tabler/icons-react';
import type { Path } from '../../lib/paths.ts';

export interface PaletteGroup {
  title: string;
  icon: typeof IconUsers;
  entries: { id: string; label: string; to: Path }[];
}

/** Lists and campaigns that the palette finds by name. */
export function usePaletteResults(_user: User, _opened: boolean): PaletteGroup[] {
  return [];
}
