import { Menu } from '@mantine/core';
import { appInfoEndpoints } from '@overture/contract/app-info';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import classes from '../shell.module.css';
import { t } from './texts.ts';

const SkipDay = lazyPart(() => import('./skip-day.tsx').then((file) => ({ default: file.SkipDay })));

/** Says quietly what is simulated; nothing is shown in production. */
export function SandboxBadge({ isNarrow }: { isNarrow: boolean }) {
  const { data } = useQuery({ ...queryOptions(appInfoEndpoints.getAppInfo), staleTime: Number.POSITIVE_INFINITY });
  if (!data || data.sandboxed.length === 0) return null;
  return (
    <Menu position="right-end" width={270} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.sandboxBadgeBadge}
          data-narrow={isNarrow || undefined}
          aria-label={t('sandbox')}
        >
          <IconFlask size={15} aria-hidden />
          {isNarrow ? null : t('sandbox')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="text-table">{t('sandbox_text', { vendors: data.sandboxed.join(', ') })}</Menu.Label>
        {data.sandbox_url ? (
          <Menu.Item component="a" href={data.sandbox_url} target="_blank" rel="noreferrer">
            {t('sandbox_open')}
          </Menu.Item>
        ) : null}
        {data.time_travel ? (
          <Suspense fallback={null}>
            <SkipDay />
          </Suspense>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
