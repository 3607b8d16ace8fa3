import { useMatches } from '@mantine/core';
import { ROW_HEIGHTS } from '@overture/domain/leads/lead-tables';
import { IconCheck, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu, type MenuEntry } from '../../ui/overlays/action-menu.tsx';
import { t } from './texts.ts';
import type { TableLook } from './use-table-look.ts';

/** How high rows are, and whether their cells are edited in place. Narrow screens have no cells. */
export function RowsMenu({ look, children }: { look: TableLook; children: ReactNode }) {
  const isNarrow = useMatches({ base: true, sm: false }, { getInitialValueInEffect: false });
  if (isNarrow) return children;
  const entries: MenuEntry[] = ROW_HEIGHTS.map((height) => ({
    id: height,
    label: t(`rows_${height}`),
    icon: <Mark isOn={height === look.height} />,
    onSelect: () => look.setHeight(height),
  }));
  entries.push({
    id: 'endless',
    label: t('rows_endless'),
    icon: <Mark isOn={look.isEndless} />,
    divider: true,
    onSelect: () => look.setEndless(!look.isEndless),
  });
  return (
    <>
      <AppButton
        kind={look.isEditing ? 'secondary' : 'quiet'}
        icon={<IconPencil size={15} aria-hidden />}
        aria-pressed={look.isEditing}
        onClick={() => look.setEditing(!look.isEditing)}
      >
        {t('cells_edit')}
      </AppButton>
      <ActionMenu entries={entries} label={t('rows_height')} />
      {children}
    </>
  );
}

function Mark({ isOn }: { isOn: boolean }) {
  return isOn ? <IconCheck size={15} aria-hidden /> : <span className="inline-block w-[15px]" />;
}
