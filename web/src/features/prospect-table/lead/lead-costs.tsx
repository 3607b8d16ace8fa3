import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { canSeeBilling } from '@overture/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from './texts.ts';

/** Credits that look-ups and research of the lead cost. Nothing is shown for leads that cost none. */
export function LeadCosts({ prospectId }: { prospectId: number }) {
  const user = useUser();
  const query = useQuery(queryOptions(enrichmentEndpoints.getLeadCosts, { params: { id: prospectId } }));
  if (query.isError) return queryFailure(query, { compact: true });
  const { credits = 0, uses = [] } = query.data ?? {};
  if (credits === 0) return null;
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t('costs')}</h3>
      <dl className="flex flex-col m-0 border-t border-line text-table">
        {uses.map((use) => (
          <Cost key={use.kind} name={t(`cost_${use.kind}`)} credits={use.credits} />
        ))}
        {uses.length > 1 ? <Cost name={t('cost_all')} credits={credits} /> : null}
      </dl>
      {canSeeBilling(user) ? (
        <AppLink to={pb.billing({ lead: prospectId })} className="text-meta">
          {t('cost_history')}
        </AppLink>
      ) : null}
    </section>
  );
}

function Cost({ name, credits }: { name: string; credits: number }) {
  return (
    <div className="flex justify-between gap-3 py-2 border-b border-line">
      <dt>{name}</dt>
      <dd className="m-0 number">{t('cost_credits', { count: credits, shown: formatNumber(credits) })}</dd>
    </div>
  );
}
