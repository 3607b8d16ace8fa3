import { organizationEndpoints } from '@overture/contract/organization';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { TimeZoneSelect } from '../../lib/time-zone-select.tsx';
import { nameZone } from '../../lib/time-zones.ts';
import { useChangeSettings } from '../organization-settings/index.ts';
import { t } from './texts.ts';

/** The clock by which the organization's figures and reports go. */
export function OwnTimeZone() {
  const found = useQuery(queryOptions(organizationEndpoints.getTimeZone));
  const save = useChangeSettings();
  const zone = found.data;
  return (
    <section className="max-w-120 px-gutter py-6" aria-label={t('zone')}>
      {queryFailure(found, { compact: true })}
      {zone ? (
        <TimeZoneSelect
          label={t('zone')}
          description={t('zone_text')}
          none={noneWords(zone)}
          value={zone.chosen_time_zone}
          disabled={save.isPending}
          onChange={(time_zone) => save.mutate({ body: { time_zone } })}
        />
      ) : null}
    </section>
  );
}

/** Which zone that is, is known while no other was chosen. */
function noneWords({ time_zone, chosen_time_zone }: { time_zone: string; chosen_time_zone: string | null }): string {
  if (chosen_time_zone !== null) return t('zone_none');
  return time_zone === DEFAULT_TIME_ZONE ? t('zone_utc') : t('zone_is', { zone: nameZone(time_zone) });
}
