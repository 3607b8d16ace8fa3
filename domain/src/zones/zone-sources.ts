/** What the zone of a lead was taken from, the surest first. */
export const ZONE_SOURCES = ['typed', 'city', 'state', 'country', 'phone', 'company_location', 'domain'] as const;
export type ZoneSource = (typeof ZONE_SOURCES)[number];
