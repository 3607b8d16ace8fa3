/** Of the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `Europe/Berlin`; spaces instead of underscores. */
export const nameZone = (zone: string): string => zone.replaceAll('_', ' ');
