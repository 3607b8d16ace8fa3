import { APP_LIMITS } from '@overture/domain/access/key-scopes';
import { toStorableText } from '@overture/domain/text/storable-text';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';

export interface ClientMetadata {
  name: string;
  redirect_uris: string[];
}

/** `reason` is for the person who connects the app. */
export type Parsed<Value> = { value: Value } | { reason: string };

const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
/** Schemes of editors that are no domain name; others must be one, as RFC 8252 (7.1) says. */
const EDITOR_SCHEMES: readonly string[] = ['cursor:', 'vscode:', 'vscode-insiders:'];
const DOMAIN_SCHEME = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname);

/**
 * True for an address that a person may be sent to with a code: https, a program on their own computer, or an app by a scheme of its own.
 * Never one that a browser would run, such as `javascript:`.
 */
export function isRedirectUri(text: string): boolean {
  const url = text.length <= APP_LIMITS.uri_characters ? URL.parse(text) : null;
  if (url === null || url.hash !== '' || text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' || isLoopback(url)) return true;
  return EDITOR_SCHEMES.includes(url.protocol) || DOMAIN_SCHEME.test(url.protocol);
}

/** Exactly one of the published addresses; a program on the person's computer may listen on any port (RFC 8252, 7.3). */
export function isPublished(published: readonly string[], given: string): boolean {
  if (!isRedirectUri(given)) return false;
  if (published.includes(given)) return true;
  const wanted = new URL(given);
  if (!isLoopback(wanted)) return false;
  const withoutPort = (url: URL): string => `${url.hostname}${url.pathname}${url.search}`;
  return published.some((text) => {
    const url = URL.parse(text);
    return url !== null && isLoopback(url) && withoutPort(url) === withoutPort(wanted);
  });
}

/** The host that a person sees before they are sent there; null for a program on their own computer. */
export function describeReturn(redirectUri: string): string | null {
  const url = new URL(redirectUri);
  if (isLoopback(url)) return null;
  return url.protocol === 'https:' ? url.host : url.protocol.replace(':', '');
}

/** Why an address cannot be the id of a client; null for one that can (draft-ietf-oauth-client-id-metadata-document, 3). */
export function findClientUrlFault(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'Its id is not an address.';
  if (url.hash !== '' || text.includes('#')) return 'Its address must not contain #.';
  if (url.username !== '' || url.password !== '') return 'Its address must not contain a user name or password.';
  if (url.pathname === '/') return 'Its address must have a path.';
  // Dots, upper case or a default port would let two ids name one document.
  if (url.href !== text) return 'Its address is not written in its shortest form.';
  return null;
}

const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1).max(APP_LIMITS.redirect_uris),
  token_endpoint_auth_method: z.string().optional(),
  client_secret: z.unknown().optional(),
});

/** The metadata document of a client. It must name itself by the address it was fetched from. */
export function parseDocument(clientId: string, body: string): Parsed<ClientMetadata> {
  const parsed = documentSchema.safeParse(parseJson(body));
  if (!parsed.success) return { reason: 'Its document is not the metadata of an OAuth client.' };
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method = 'none', client_secret } = parsed.data;
  if (client_id !== clientId) return { reason: 'Its document names another app.' };
  if (client_secret !== undefined) return { reason: 'Its document publishes a secret.' };
  if (token_endpoint_auth_method !== 'none')
    return { reason: 'It signs in with a key or a secret. Only apps that use PKCE alone can be connected.' };
  const usable = redirect_uris.filter(isRedirectUri);
  if (usable.length === 0) return { reason: 'Its document names no address to return to.' };
  return { value: { name: toClientName(client_name) ?? new URL(clientId).host, redirect_uris: usable } };
}

const registrationSchema = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().max(APP_LIMITS.uri_characters)).min(1).max(APP_LIMITS.redirect_uris),
});

/** What a client registers itself with (RFC 7591). */
export function parseRegistration(body: unknown): Parsed<ClientMetadata> {
  const parsed = registrationSchema.safeParse(body);
  if (!parsed.success) return { reason: `redirect_uris must hold 1 to ${APP_LIMITS.redirect_uris} addresses.` };
  const { client_name, redirect_uris } = parsed.data;
  if (!redirect_uris.every(isRedirectUri))
    return { reason: 'redirect_uris must be https, a loopback address, or a scheme of the app.' };
  return { value: { name: toClientName(client_name) ?? 'An app without a name', redirect_uris } };
}

/** A name by a stranger on one line, without characters that hide or turn others around. */
function toClientName(text: string | undefined): string | null {
  const shown = toStorableText(text ?? '', 4 * APP_LIMITS.name_characters).replaceAll(/[\p{C}\p{Z}]+/gu, ' ');
  return toStorableText(shown.trim(), APP_LIMITS.name_characters).trim() || null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const MIN_FRESH_IN_SECONDS = 60;
const MAX_FRESH_IN_SECONDS = 24 * 3600;
const FRESH_IN_SECONDS = 300;

/** How long a document is used without asking again: as its header says, between a minute and a day. */
export function parseFreshness(cacheControl: string | null): number {
  const directives = cutText(cacheControl, 200).toLowerCase().split(',');
  const names = directives.map((directive) => directive.trim());
  if (names.includes('no-store') || names.includes('no-cache')) return MIN_FRESH_IN_SECONDS;
  const age = names.find((name) => name.startsWith('max-age='))?.split('=')[1];
  if (age === undefined || !/^\d{1,9}$/.test(age)) return FRESH_IN_SECONDS;
  return Math.min(MAX_FRESH_IN_SECONDS, Math.max(MIN_FRESH_IN_SECONDS, Number(age)));
}
