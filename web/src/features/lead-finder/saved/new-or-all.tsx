import { SegmentedControl } from '@mantine/core';
import type { FinderSearch } from '@overture/contract/finder-searches';
import { IconUserSearch } from '@tabler/icons-react';
import { formatDate } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import type { FinderRequest } from '../filter-state.ts';
import { t } from './texts.ts';

interface Asked {
  opened: FinderSearch | undefined;
  applied: FinderRequest | undefined;
}

/** Of an opened saved search: what chooses the leads that are new to it or all of them, and what is said where none is new. */
export function newsOf({ opened, applied }: Asked, onApply: (request: FinderRequest) => void) {
  if (opened === undefined || applied === undefined) return { choice: null, empty: undefined };
  const day = formatDate(opened.new_since);
  const isNew = applied.loadedAfter !== undefined;
  const choice = (
    <div className="py-2 px-4 border-b border-line">
      <SegmentedControl
        aria-label={t('view')}
        size="xs"
        value={isNew ? 'new' : 'all'}
        onChange={(view) => onApply({ ...applied, loadedAfter: view === 'new' ? opened.new_after : undefined })}
        data={[
          { value: 'new', label: t('view_new', { day }) },
          { value: 'all', label: t('view_all') },
        ]}
      />
    </div>
  );
  const empty = isNew ? (
    <EmptyState icon={<IconUserSearch size={22} />} title={t('none_new', { day })} text={t('none_new_text')} />
  ) : undefined;
  return { choice, empty };
}
