import type { Search } from '@overture/contract/searches';
import { IconFileImport } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { BackArrow, PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/spinner.tsx';
import { ListName } from './list-name.tsx';
import { t } from './texts.ts';

interface ListHeaderProps {
  /** Left out while it loads. */
  search: Search | undefined;
  canImport: boolean;
  onImport: () => void;
}

/** Title row of a list: back, name, size, import. */
export function ListHeader({ search, canImport, onImport }: ListHeaderProps) {
  return (
    <PageHeader
      title={search ? <ListName search={search} /> : <Skeleton width={220} height={22} />}
      count={search ? formatNumber(search.total_prospects) : undefined}
      back={
        <AppLink
          to={search?.status === 'archived' ? pb.archivedSearches() : pb.searches()}
          aria-label={t('back')}
          title={t('back')}
        >
          <BackArrow />
        </AppLink>
      }
      actions={
        canImport && search ? (
          <AppButton kind="primary" icon={<IconFileImport size={16} aria-hidden />} onClick={onImport}>
            {t('import_leads')}
          </AppButton>
        ) : null
      }
    />
  );
}
