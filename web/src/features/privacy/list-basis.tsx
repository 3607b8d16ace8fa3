import { privacyEndpoints } from '@overture/contract/privacy';
import { may } from '@overture/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDate, withinSentence } from '../../lib/format.ts';
import { legalBasisLabel } from '../../lib/labels/lead/legal-basis.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { BasisDialog } from './basis-dialog.tsx';
import { t } from './notice-texts.ts';

interface OfList {
  list: { id: number; name: string };
}

const useListBasis = ({ list }: OfList) =>
  useQuery(queryOptions(privacyEndpoints.getListBasis, { params: { id: list.id } }));

/** Sets why the leads of a list are held. */
export function ListBasisDialog({ list, onClose }: OfList & { onClose: () => void }) {
  const found = useListBasis({ list });
  if (found.data) return <BasisDialog of="list" {...list} own={found.data.basis ?? undefined} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('basis_title', { name: list.name })}>
      {found.isPending ? <Skeleton height={60} radius={6} /> : queryFailure(found, { compact: true })}
    </Dialog>
  );
}

/** Where a file is imported into a list: why its leads will be held. */
export function ListBasis({ list }: OfList) {
  const found = useListBasis({ list });
  const [isChanging, setChanging] = useState(false);
  const maySet = may(useUser(), 'settings');
  const own = found.data?.basis ?? undefined;
  if (!found.data)
    return found.isPending ? <Skeleton width={280} height={20} /> : queryFailure(found, { compact: true });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table">
      <span className="wrap-anywhere">
        {t('basis_of_leads')}: {own ? legalBasisLabel(own.basis) : withinSentence(t('basis_none_list'))}{' '}
        {own ? (
          <span className="text-ink-3">
            {own.given_on ? `${t('given_on', { date: formatDate(own.given_on) })}. ` : null}
            {own.note}
          </span>
        ) : null}
      </span>
      {maySet ? (
        <AppButton size="small" kind="quiet" onClick={() => setChanging(true)}>
          {t('change_basis')}
        </AppButton>
      ) : null}
      {isChanging ? <BasisDialog of="list" {...list} own={own} onClose={() => setChanging(false)} /> : null}
    </div>
  );
}
