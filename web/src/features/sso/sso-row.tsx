import { ssoEndpoints } from '@overture/contract/sso';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { t } from './texts.ts';

const SsoPanel = lazyPart(() => import('./sso-panel.tsx').then((file) => ({ default: file.SsoPanel })));

/** State of Single Sign-On, and the way to its settings. */
export function SsoRow({ tried }: { tried: string | undefined }) {
  const query = useQuery(queryOptions(ssoEndpoints.getSso));
  const [isOpen, setOpen] = useState(tried !== undefined);
  if (!query.data)
    return query.isPending ? (
      <div className="max-w-[760px] px-(--gutter) pb-4">
        <Skeleton height={42} radius={10} />
      </div>
    ) : null;
  const { connection, domains } = query.data;
  const proven = domains.filter((domain) => domain.verified_at);
  const [first] = proven;
  function describe(): string {
    if (!connection || !first) return t('row_off');
    if (!connection.tested_at) return t('row_untested');
    if (connection.is_required) return t('row_only', { domain: proven.map(({ domain }) => domain).join(', ') });
    return t('row_on', { domain: first.domain, count: proven.length, more: proven.length - 1 });
  }
  return (
    <section className="flex flex-wrap items-center gap-3 max-w-[760px] px-(--gutter) pb-4">
      <div className="flex-[1_1_220px] min-w-0">
        <h2 className="text-body font-medium">{t('title')}</h2>
        <p className="text-ink-3 text-meta wrap-anywhere">{describe()}</p>
      </div>
      <AppButton onClick={() => setOpen(true)}>{t(connection || domains.length ? 'manage' : 'set_up')}</AppButton>
      <Suspense fallback={null}>
        {isOpen ? <SsoPanel sso={query.data} tried={tried} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </section>
  );
}
