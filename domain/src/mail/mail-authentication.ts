import { registrableDomain } from '../addresses/registrable-domain.ts';
import { cutText } from '../text/text-bounds.ts';
import type { MailHeaders } from './auto-reply.ts';

/**
 * What the receiving server found out about who wrote a mail (RFC 8601). Only a clear failure is bad news: many honest servers prove
 * nothing, and many mailboxes write down nothing. `passed`: the domain of the writer's address is proven.
 */
export type MailAuthentication = 'failed' | 'unknown' | 'passed';

const MOST_LENGTH = 4_000;
/** Lines of the way a mail took that the receiving side writes itself. */
const OWN_HOPS = 3;

/** @param own_address of the mailbox it arrived in */
export function readAuthentication(headers: MailHeaders, own_address: string): MailAuthentication {
  const [topmost = ''] = headers.get('authentication-results') ?? [];
  const text = cutText(topmost, MOST_LENGTH).toLowerCase();
  const [first = '', ...rest] = text.split(';').map((part) => part.trim());
  // Microsoft leaves the name of its server away and begins with the first result.
  const isNameless = first.includes('=');
  const host = isNameless ? '' : (first.split(/\s/)[0] ?? '');
  if (text === '' || !isOwnHost(host, headers, own_address)) return 'unknown';
  const results = isNameless ? [first, ...rest] : rest;
  if (hasFailed(results)) return 'failed';
  // Microsoft guesses for a domain without DMARC by the same comparison.
  return listResults(results, 'dmarc').some((result) => /^(?:bestguess)?pass$/.test(result)) ? 'passed' : 'unknown';
}

/** A sender may have written such a header as well: it counts when it names the mailbox's own side. */
function isOwnHost(host: string, headers: MailHeaders, own_address: string): boolean {
  const hops = (headers.get('received') ?? []).slice(0, OWN_HOPS).map(receivingHost);
  if (host === '') return hops.some((hop) => hop.endsWith('.outlook.com'));
  const own = registrableDomain(host);
  const mailbox = own_address.slice(own_address.lastIndexOf('@') + 1).toLowerCase();
  return own !== null && [mailbox, ...hops].some((name) => registrableDomain(name) === own);
}

/** `from a.example by mx.b.example with ...` -> `mx.b.example`. */
function receivingHost(received: string): string {
  const words = cutText(received, MOST_LENGTH).toLowerCase().split(/\s/);
  return words[words.indexOf('by') + 1]?.replace(/[;,()]/g, '') ?? '';
}

const listResults = (results: readonly string[], method: string): string[] =>
  results
    .filter((part) => part.startsWith(`${method}=`))
    .map((part) => part.slice(method.length + 1).split(/[\s(]/)[0] ?? '');

/** DMARC decides where it was asked; else SPF must fail outright without a signature that holds. */
function hasFailed(results: readonly string[]): boolean {
  const of = (method: string): string[] => listResults(results, method);
  // A forwarder that seals what it received breaks SPF and perhaps the signature, honestly.
  if (of('arc').includes('pass')) return false;
  const dmarc = of('dmarc').filter((result) => result === 'pass' || result === 'fail');
  if (dmarc.length > 0) return !dmarc.includes('pass');
  return of('spf').includes('fail') && !of('dkim').includes('pass');
}
