import { placementEndpoints } from '@overture/contract/placement';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { formatAgo } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { inPageLanguage } from '../../../lib/texts.ts';
import { t } from './texts.ts';

interface FallProps {
  fall: { words: string; began_at: string };
  /** Leads to the figures, where they are elsewhere. */
  hasLink?: boolean;
}

/** That fewer emails than before arrive in the inbox, with the likely cause. */
export function FallNotice({ fall, hasLink }: FallProps) {
  return (
    <section
      className="flex flex-wrap items-start gap-x-3 gap-y-2 mx-gutter mb-4 py-3 px-4 rounded-card bg-red-soft"
      aria-label={t('fell')}
    >
      <IconAlertTriangle size={18} className="flex-none mt-px text-red" aria-hidden />
      <div className="flex-1 min-w-60">
        <h2 className="text-body font-medium text-red">{t('fell')}</h2>
        <p className="m-0 mt-0.5 text-table">{inPageLanguage(fall.words)}</p>
        <p className="m-0 mt-0.5 text-ink-3 text-meta">{t('since', { time: formatAgo(fall.began_at) })}</p>
      </div>
      {hasLink ? <AppLink to={pb.placement()}>{t('show')}</AppLink> : null}
    </section>
  );
}

/** The same where only a fall is news; nothing while placement can't be loaded. */
export function OpenFall() {
  const fall = useQuery(queryOptions(placementEndpoints.getPlacement)).data?.fall;
  return fall ? <FallNotice fall={fall} hasLink /> : null;
}
