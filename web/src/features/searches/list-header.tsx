import type { Search } from '@overture/contract/searches';
import { may } from '@overture/domain/access/permissions';
import { IconHistory, IconScale, IconSparkles } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { AddLeadsButtons } from './add-leads-buttons.tsx';
import { ListName } from './list-name.tsx';
import { t } from './list-texts.ts';

const ListBasisDialog = lazyPart(() =>
  import('../privacy/list-basis.tsx').then((file) => ({ default: file.ListBasisDialog })),
);

const ImportsDialog = lazyPart(() =>
  import('../csv-import/imports-dialog.tsx').then((file) => ({ default: file.ImportsDialog })),
);

interface ListHeaderProps {
  /** Left out while it loads. */
  search: Search | undefined;
  /** It could not be loaded: nothing is on its way. */
  hasFailed: boolean;
  /** Left out where leads cannot be imported, or the empty list offers it itself. */
  onImport: (() => void) | undefined;
  onFind: (() => void) | undefined;
  /** Left out where research is switched off. */
  onResearch: (() => void) | undefined;
}

/** Title row of a list: back, name, size, import. */
export function ListHeader({ search, hasFailed, onImport, onFind, onResearch }: ListHeaderProps) {
  return (
    <PageHeader
      title={
        search ? <ListName search={search} /> : hasFailed ? t('column_name') : <Skeleton width={220} height={22} />
      }
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
        search ? (
          <>
            <ImportsButton search={search} />
            <LegalBasisButton search={search} />
            {onResearch ? (
              <AppButton data-tour="ai-research" icon={<IconSparkles size={16} aria-hidden />} onClick={onResearch}>
                {t('ai_research')}
              </AppButton>
            ) : null}
            <AddLeadsButtons onFind={onFind} onImport={onImport} findLabel={t('find_new_leads')} />
          </>
        ) : null
      }
    />
  );
}

/** For those who may set it; others see the basis at each lead. */
function LegalBasisButton({ search }: { search: Search }) {
  const [isOpen, setOpen] = useState(false);
  if (!may(useUser(), 'settings')) return null;
  return (
    <>
      <IconButton label={t('legal_basis')} onClick={() => setOpen(true)}>
        <IconScale size={18} aria-hidden />
      </IconButton>
      <Suspense fallback={null}>
        {isOpen ? <ListBasisDialog list={search} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}

/** What was imported into the list, and the way back. */
function ImportsButton({ search }: { search: Search }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('imports')} onClick={() => setOpen(true)}>
        <IconHistory size={18} aria-hidden />
      </IconButton>
      <Suspense fallback={null}>
        {isOpen ? <ImportsDialog searchId={search.id} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
