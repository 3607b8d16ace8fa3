import ipaddr from 'ipaddr.js';
import { describeDevice, findCountry } from '../../../kernel/security-log/request-origin.ts';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
const privateRanges = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/** What a person calls the thing they signed in with: "Chrome on Windows". */
export function nameDevice(userAgent: string): string {
  return describeDevice(userAgent) ?? 'Unknown device';
}

/** The country of an address, looked up offline; the table knows IPv4 only. */
export function nameLocation(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'Unknown place';
  const address = ipaddr.process(ip);
  if (privateRanges.has(address.range())) return 'Private network';
  const code = address.range() === 'unicast' ? findCountry(address.toString()) : null;
  return (code && countryNames.of(code)) || 'Unknown place';
}
