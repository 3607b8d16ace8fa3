import { appInfoEndpoints } from '@overture/contract/app-info';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { t } from './texts.ts';

const MOST_NAMED = 3;

/** Who may open an account here, where not everybody may. */
export function SignUpsNotice() {
  const { data } = useQuery({ ...queryOptions(appInfoEndpoints.getAppInfo), staleTime: Number.POSITIVE_INFINITY });
  const signUps = data?.sign_ups;
  if (!signUps || signUps.mode === 'open') return null;
  return <p className="py-2.25 px-3 border border-line rounded-control text-ink-2 text-table">{describe(signUps)}</p>;
}

function describe({ mode, domains }: { mode: string; domains: string[] }): string {
  if (mode !== 'domains') return t('sign_ups_closed');
  const named = domains.slice(0, MOST_NAMED).join(', ');
  const rest = domains.length - MOST_NAMED;
  return t('sign_ups_domains', { domains: rest > 0 ? `${named} ${t('sign_ups_and_more', { count: rest })}` : named });
}
