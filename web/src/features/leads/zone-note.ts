import type { Prospect } from '@overture/contract/prospects';
import type { ZoneSource } from '@overture/domain/zones/zone-sources';
import { dateLocale } from '../../lib/format.ts';
import { nameZone } from '../../lib/time-zones.ts';
import { t } from './texts.ts';

const SOURCES: Record<Exclude<ZoneSource, 'typed'>, Parameters<typeof t>[0]> = {
  city: 'zone_city',
  state: 'zone_state',
  country: 'zone_country',
  phone: 'zone_phone',
  company_location: 'zone_company_location',
  domain: 'zone_domain',
};

/** What time it is where the lead is, and how we know: '14:05 there now. America/New_York, known from the city.' */
export function zoneNote({ zone, source }: NonNullable<Prospect['zone']>, now = new Date()): string {
  const time = new Intl.DateTimeFormat(dateLocale, { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(now);
  if (source === 'typed') return t('zone_now', { time });
  return t('zone_known', { time, zone: nameZone(zone), source: t(SOURCES[source]) });
}
