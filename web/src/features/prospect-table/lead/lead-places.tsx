import { leadPlacesEndpoints, type LeadPlaces as Places } from '@overture/contract/lead-places';
import { IconBan } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDate } from '../../../lib/format.ts';
import { leadStatusLabel } from '../../../lib/labels/campaign/lead-status.ts';
import { suppressionReasonLabel } from '../../../lib/labels/lead/suppression-reason.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from './texts.ts';

/** Lists, campaigns and boards that hold the lead, and why campaigns may not contact it. */
export function LeadPlaces({ prospectId }: { prospectId: number }) {
  const query = useQuery(queryOptions(leadPlacesEndpoints.getLeadPlaces, { params: { id: prospectId } }));
  if (query.isError) return queryFailure(query, { compact: true });
  const { lists = [], campaigns = [], boards = [], blocked } = query.data ?? {};
  return (
    <>
      {blocked ? <Blocked blocked={blocked} /> : null}
      <section aria-busy={query.isPending}>
        <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('places')}</h3>
        <dl className="m-0 border-t border-line">
          <Row label={t('lists')}>
            {lists.map(({ id, name, status }) =>
              status === 'archived' ? (
                <span key={id}>{t('archived', { name })}</span>
              ) : (
                <AppLink key={id} to={pb.search(id, { lead: prospectId })}>
                  {name}
                </AppLink>
              ),
            )}
          </Row>
          <Row label={t('campaigns')}>
            {campaigns.map(({ id, name, status }) => (
              <span key={id}>
                <AppLink to={pb.campaign(id)}>{name}</AppLink>{' '}
                <span className="text-ink-3">{leadStatusLabel(status)}</span>
              </span>
            ))}
          </Row>
          <Row label={t('boards')}>
            {boards.map(({ id, name, column_name }) => (
              <span key={id}>
                <AppLink to={pb.inbox({ tab: 'boards', board: id })}>{name}</AppLink>{' '}
                <span className="text-ink-3">{column_name}</span>
              </span>
            ))}
          </Row>
        </dl>
      </section>
    </>
  );
}

/** A kind of place; a dash where there is none. */
function Row({ label, children }: { label: string; children: ReactNode[] }) {
  return (
    <div className="flex min-h-10 py-2 border-b border-line text-table">
      <dt className="flex-none w-32 text-ink-3">{label}</dt>
      <dd className="flex flex-col gap-1 m-0 min-w-0 wrap-anywhere">{children.length === 0 ? '–' : children}</dd>
    </div>
  );
}

function Blocked({ blocked }: { blocked: NonNullable<Places['blocked']> }) {
  const { reason, since, detail } = blocked;
  const words = reason === 'excluded_domain' ? t('blocked_domain') : suppressionReasonLabel(reason);
  return (
    <div className="flex gap-2 py-2 px-3 border border-line rounded-card text-table" role="note">
      <IconBan size={16} className="flex-none mt-0.5 text-amber" aria-hidden />
      <div className="flex flex-col min-w-0 wrap-anywhere">
        <span className="font-medium">{t('blocked', { reason: words })}</span>
        {since === null ? null : <span className="text-ink-3">{t('blocked_since', { date: formatDate(since) })}</span>}
        {detail ? <span className="text-ink-3">{detail}</span> : null}
      </div>
    </div>
  );
}
