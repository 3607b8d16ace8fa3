import { Switch } from '@mantine/core';
import { linkTrackingEndpoints } from '@overture/contract/link-tracking';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { t } from './texts.ts';

/** Whether a campaign counts clicks, and for which senders it can. */
export function ClickTrackingSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { data } = useQuery({ ...queryOptions(linkTrackingEndpoints.listTrackingDomains), retry: false });
  const working = data?.tracking_domains.filter(({ problem }) => problem === null) ?? [];
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label={t('switch')}
        description={
          <>
            {t('switch_text')} {t('consent')}
            {working.length > 0 ? (
              <span className="block mt-1">
                {t('switch_some', { domains: working.map(({ domain }) => domain).join(', ') })}
              </span>
            ) : null}
            {isOn && data && working.length === 0 ? (
              <span className="block mt-1 text-amber">{t('switch_none')}</span>
            ) : null}
          </>
        }
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {data && working.length === 0 ? (
        <AppLink to={pb.privacy()} className="text-table">
          {t('switch_domains')}
        </AppLink>
      ) : null}
    </div>
  );
}
