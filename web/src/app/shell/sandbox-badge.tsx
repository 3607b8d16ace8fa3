import { appInfoEndpoints } from '@overture/contract/app-info';
import { HoverCard } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api-client.ts';
import { t } from '../texts.ts';
import classes from './sandbox-badge.module.css';

/** Says quietly what is simulated; nothing is shown in production. */
export function SandboxBadge({ isNarrow }: { isNarrow: boolean }) {
  const { data } = useQuery({ ...queryOptions(appInfoEndpoints.getAppInfo), staleTime: Number.POSITIVE_INFINITY });
  if (!data || data.sandboxed.length === 0) return null;
  return (
    <HoverCard position="right-end" width={260} openDelay={150} withinPortal>
      <HoverCard.Target>
        <button type="button" className={classes.badge} data-narrow={isNarrow || undefined} aria-label={t('sandbox')}>
          <IconFlask size={15} aria-hidden />
          {isNarrow ? null : t('sandbox')}
        </button>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <p className={classes.text}>{t('sandbox_text', { vendors: data.sandboxed.join(', ') })}</p>
        {data.sandbox_url ? (
          <a href={data.sandbox_url} target="_blank" rel="noreferrer" className={classes.text}>
            {t('sandbox_open')}
          </a>
        ) : null}
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
