import { trimTrailing } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { ProviderError } from '../kit/errors.ts';
import { allowOwnAddresses, createMailHttp, type MailCall, type ReadRefusal } from '../mailbox/oauth/mail-http.api.ts';
import { createTokenClient, type TokenVendor } from '../mailbox/oauth/oauth-client.api.ts';
import type { CrmConnection, CrmManifest, CrmOauth, CrmTokens } from './crm.port.ts';

export type CrmSettings = {
  client_id: string;
  client_secret: string;
  api_url?: string | undefined;
  auth_url?: string | undefined;
  /** The text of OUTBOUND_ALLOW; the vendor's own addresses are always allowed. */
  outbound_allow?: string | undefined;
  timeout_in_ms?: number | undefined;
  back_off_in_ms?: number | undefined;
};

type CrmCall = Pick<MailCall, 'method' | 'effect'> & {
  path: string;
  json?: unknown;
  headers?: Record<string, string>;
};

export type CrmHttp = {
  /** @throws ProviderError */
  read<Shape extends z.ZodType>(connection: CrmConnection, shape: Shape, call: CrmCall): Promise<z.output<Shape>>;
  close(): Promise<void>;
};

/** Deletes what is at a path; twice is once. @throws ProviderError not_found where it is gone already */
export async function deleteAt(http: CrmHttp, connection: CrmConnection, path: string): Promise<void> {
  await http.read(connection, z.unknown(), { path, method: 'DELETE', effect: 'repeatable' });
}

/** The largest responses list thousands of fields. */
const LARGEST_ANSWER_IN_BYTES = 8_000_000;

export function createCrmHttp(manifest: CrmManifest, settings: CrmSettings, readRefusal: ReadRefusal): CrmHttp {
  const api = trimTrailing(settings.api_url ?? manifest.addresses.api, '/');
  const http = createMailHttp({
    label: manifest.label,
    allow: allowOwnAddresses(settings.outbound_allow, [api]),
    readRefusal,
    timeout_in_ms: settings.timeout_in_ms ?? manifest.limits.timeout_in_ms,
    ...(settings.back_off_in_ms === undefined ? {} : { back_off_in_ms: settings.back_off_in_ms }),
  });
  return {
    read(connection, shape, { path, json, headers, method, effect }) {
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      return http.read(connection, shape, {
        url: `${connection.api_url ?? api}${path}`,
        method: method ?? (json === undefined ? 'GET' : 'POST'),
        headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...body,
        effect,
        max_size_in_bytes: LARGEST_ANSWER_IN_BYTES,
      });
    },
    close: () => http.close(),
  };
}

type Answer = { api_domain?: string | undefined; instance_url?: string | undefined };

/** The OAuth client of a vendor. An account whose API host is not the vendor's is refused: calls carry tokens. */
export function createCrmOauth(
  manifest: CrmManifest,
  vendor: Omit<TokenVendor, 'label' | 'scopes'>,
  settings: CrmSettings,
): CrmOauth & { close(): Promise<void> } {
  const own = [settings.api_url ?? manifest.addresses.api, vendor.token_url, vendor.authorize_url];
  const { client_id, client_secret, timeout_in_ms, outbound_allow } = settings;
  const client = createTokenClient(
    { label: manifest.label, scopes: manifest.scopes, ...vendor },
    {
      client_id,
      client_secret,
      allow: allowOwnAddresses(outbound_allow, own),
      ...(timeout_in_ms === undefined ? {} : { timeout_in_ms }),
    },
  );
  return {
    is_configured: true,
    missing_settings: [],
    createAuthorizationUrl: (given) => client.createAuthorizationUrl({ ...given, login_hint: null }),
    async exchangeCode(given): Promise<CrmTokens> {
      const answer = await client.exchangeCode(given);
      if (answer.refresh_token === undefined) {
        const reason = `${manifest.label} did not grant lasting access.`;
        throw new ProviderError('rejected', reason, { concerns: 'sender', code: 'missing_scopes' });
      }
      return { ...client.present(answer, answer.refresh_token), api_url: addressOf(manifest, own, answer) };
    },
    async refreshTokens(refresh_token) {
      // Connected when the vendor's tokens did not expire: there is no refresh token.
      if (refresh_token === '') throw signedOut(manifest);
      const answer = await client.refresh(refresh_token);
      return client.present(answer, answer.refresh_token ?? refresh_token);
    },
    revokeTokens: client.revokeTokens,
    readUninstall: () => null,
    close: () => client.http.close(),
  };
}

/** The API address of an account, as the vendor says; null if it says none. A foreign address is refused. */
function addressOf(manifest: CrmManifest, own: readonly string[], answer: Answer): string | null {
  const given = answer.instance_url ?? answer.api_domain;
  if (given === undefined) return null;
  const url = URL.parse(given);
  const isOwn = own.some((known) => URL.parse(known)?.origin === url?.origin);
  const isVendors = url?.protocol === 'https:' && manifest.account_hosts.some((end) => url.hostname.endsWith(end));
  if (url !== null && (isOwn || isVendors)) return trimTrailing(url.href, '/');
  throw new ProviderError('rejected', `${manifest.label} named an address that is not its own.`, {
    concerns: 'service',
  });
}

function signedOut(manifest: CrmManifest): ProviderError {
  return new ProviderError('auth_expired', `${manifest.label} no longer accepts the sign-in.`, {
    concerns: 'sender',
  });
}

/** Text of a response, short enough to be shown. */
export const shorten = (text: string): string => cutText(text.replaceAll(/\s+/g, ' ').trim(), 300);

/** Lists in pieces of at most `size`. */
export function piecesOf<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = [];
  for (let start = 0; start < items.length; start += size) pieces.push(items.slice(start, start + size));
  return pieces;
}
