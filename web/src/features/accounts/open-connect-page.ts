import { CONNECTION_LINK_DAYS } from '@overture/domain/limits';
import { serverNow } from '../../lib/api/server-clock.ts';

/** Goes where a connect call points: inside the application without a reload, elsewhere by leaving the page. */
export function openAddress(url: string, go: (path: string) => void): void {
  const target = new URL(url, window.location.href);
  if (target.origin === window.location.origin) go(`${target.pathname}${target.search}`);
  else window.location.assign(target.href);
}

/** When a page on which LinkedIn is connected ends: 30 days ahead. */
export function linkExpiry(): string {
  return new Date(serverNow().getTime() + CONNECTION_LINK_DAYS * 86_400_000).toISOString();
}
