import { Switch } from '@mantine/core';
import { linkTrackingEndpoints } from '@overture/contract/link-tracking';
import type { Tracking } from '@overture/domain/flow/activation-checks';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { t } from './texts.ts';

interface TrackingSwitchesProps {
  tracking: Tracking;
  onChange: (change: Partial<Tracking>) => void;
}

/** Whether a campaign counts clicks and opens, and for which senders it can. */
export function TrackingSwitches({ tracking: { tracks_clicks, tracks_opens }, onChange }: TrackingSwitchesProps) {
  const { data } = useQuery({ ...queryOptions(linkTrackingEndpoints.listTrackingDomains), retry: false });
  const working = data?.tracking_domains.filter(({ problem }) => problem === null) ?? [];
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t('switch')}
        description={`${t('switch_text')} ${t('consent')}`}
        checked={tracks_clicks}
        onChange={(event) => onChange({ tracks_clicks: event.currentTarget.checked })}
      />
      <Switch
        label={t('opens_switch')}
        description={`${t('opens_switch_text')} ${t('consent')}`}
        checked={tracks_opens}
        onChange={(event) => onChange({ tracks_opens: event.currentTarget.checked })}
      />
      {working.length > 0 ? (
        <p className="m-0 text-ink-3 text-table">
          {t('switch_some', { domains: working.map(({ domain }) => domain).join(', ') })}
        </p>
      ) : null}
      {data && working.length === 0 ? (
        <div className="flex flex-col gap-1 text-table">
          {tracks_clicks || tracks_opens ? <p className="m-0 text-amber">{t('switch_none')}</p> : null}
          <AppLink to={pb.privacy()}>{t('switch_domains')}</AppLink>
        </div>
      ) : null}
    </div>
  );
}
