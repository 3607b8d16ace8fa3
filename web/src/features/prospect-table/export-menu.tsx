import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { t } from './texts.ts';

const ExportItems = lazyPart(() => import('./export-items.tsx').then((file) => ({ default: file.ExportItems })));

export interface ExportChoice {
  /** True when research results come along as columns; undefined where the list has none. */
  withAnswers: boolean | undefined;
  onWithAnswers: (withAnswers: boolean) => void;
  /** The file has the visible columns alone. */
  isShownOnly: boolean;
  onShownOnly: (isShownOnly: boolean) => void;
  onExport: (amount: number) => void;
  isExporting: boolean;
}

export interface ExportMenuProps extends ExportChoice {
  total: number;
  isFiltered: boolean;
}

/** How many leads go into the file, and which of their columns. */
export function ExportMenu(props: ExportMenuProps) {
  if (props.total === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <AppButton
          kind="quiet"
          icon={<IconDownload size={15} aria-hidden />}
          loading={props.isExporting}
          aria-haspopup="menu"
        >
          {t('export')}
        </AppButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense fallback={null}>
          <ExportItems {...props} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
