import type { TodayItem } from '@overture/contract/today';
import type { IconPhone } from '@tabler/icons-react';
import type { Path } from '../../../lib/navigation/paths.ts';

/** How one kind of the list is shown. A further kind is a file beside the others and a line of `index.ts`. */
export interface TodayKindView {
  kind: string;
  icon: typeof IconPhone;
  label: string;
  /** Where it is dealt with; null for calls, which open on the page itself. */
  pathOf: ((item: TodayItem) => Path) | null;
}
