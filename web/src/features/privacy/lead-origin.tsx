import { type LeadPrivacy, privacyEndpoints } from '@overture/contract/privacy';
import { may } from '@overture/domain/access/permissions';
import { describeSource } from '@overture/domain/privacy/lead-sources';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDate } from '../../lib/format.ts';
import { legalBasisLabel } from '../../lib/labels/lead/legal-basis.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { t } from './notice-texts.ts';

const BasisDialog = lazyPart(() => import('./basis-dialog.tsx').then((file) => ({ default: file.BasisDialog })));

/** In a lead's panel: where it comes from, why it is held, and whether it was informed. */
export function LeadOrigin({ lead }: { lead: { id: number; name: string } }) {
  const found = useQuery({
    ...queryOptions(privacyEndpoints.getLeadPrivacy, { params: { id: lead.id } }),
    retry: false,
  });
  return (
    <section aria-label={t('where_from')}>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('where_from')}</h3>
      <div className="border-t border-line pt-2 text-table">
        {found.data ? (
          <Origin lead={lead} privacy={found.data} />
        ) : found.isPending ? (
          <Skeleton height={48} radius={6} />
        ) : (
          queryFailure(found, { compact: true })
        )}
      </div>
    </section>
  );
}

function Origin({ lead, privacy }: { lead: { id: number; name: string }; privacy: LeadPrivacy }) {
  const { sources, basis, notified_at, notice_url } = privacy;
  const [isChanging, setChanging] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <ul className="m-0 p-0 list-none flex flex-col gap-1">
        {sources.map((source) => (
          <li key={`${source.obtained_at} ${describeSource(source)}`} className="wrap-anywhere">
            {describeSource(source)} <span className="text-ink-3">{aboutSource(source)}</span>{' '}
            <DateText value={source.obtained_at} format={formatDate} />
          </li>
        ))}
      </ul>
      <p className="wrap-anywhere">
        {t('basis')}: {legalBasisLabel(basis.basis)}{' '}
        <span className="text-ink-3">
          ({t(`basis_${basis.set_for}`, { name: basis.list_name ?? '' })})
          {basis.given_on ? ` ${t('given_on', { date: formatDate(basis.given_on) })}.` : null}
          {basis.set_for === 'organization' || basis.note === '' ? null : ` ${basis.note}`}
        </span>
      </p>
      <p>
        {notified_at ? (
          <>
            {t('informed')} <DateText value={notified_at} format={formatDate} />
          </>
        ) : (
          t('not_informed')
        )}
      </p>
      <div className="flex flex-wrap gap-3 items-center">
        <a href={notice_url} target="_blank" rel="noreferrer">
          {t('open_notice')}
        </a>
        {may(useUser(), 'settings') ? (
          <AppButton size="small" onClick={() => setChanging(true)}>
            {t('change_basis')}
          </AppButton>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {isChanging ? (
          <BasisDialog
            of="lead"
            {...lead}
            own={basis.set_for === 'lead' ? basis : undefined}
            onClose={() => setChanging(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

function aboutSource({ added_by, key_name }: LeadPrivacy['sources'][number]): string {
  return [added_by && t('added_by', { name: added_by }), key_name && t('by_key', { name: key_name })]
    .filter(Boolean)
    .join(' ');
}
