import { trimTrailing } from '@overture/domain/text/text';
import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { MailOauthPort, OauthRefusal } from '../mailbox-oauth.port.ts';
import { allowOwnAddresses } from '../oauth/mail-http.api.ts';
import { createMissingOauth, createOauthClient, type OauthVendor, parseJson } from '../oauth/oauth-client.api.ts';
import { type GraphSettings, toGraphUrl } from './graph-client.api.ts';
import { toGraphError } from './graph-error.transform.ts';
import { folderShape, personShape } from './graph-shapes.api.ts';
import { microsoftGraphManifest } from './microsoft-graph.manifest.ts';

export type MicrosoftOauthSettings = Pick<GraphSettings, 'api_url' | 'outbound_allow' | 'now' | 'timeout_in_ms'> & {
  client_id: string | undefined;
  client_secret: string | undefined;
  /** With the tenant (`/common`, `/organizations`, a tenant's id), with or without `/oauth2/v2.0`. Default: for everybody. */
  auth_url?: string | undefined;
};

/** Microsoft says in the words after AADSTS whose consent is missing. */
const ADMIN_ONLY = /AADSTS(?:65001|90094|900941|90093|50105)\b/;

/** Consent to a mailbox by Microsoft's identity platform. @throws Error for an address that cannot be read */
export function createMicrosoftOauth(settings: MicrosoftOauthSettings): MailOauthPort {
  const { client_id, client_secret } = settings;
  if (!client_id || !client_secret) {
    const given: Record<string, string | undefined> = {
      MICROSOFT_CLIENT_ID: client_id,
      MICROSOFT_CLIENT_SECRET: client_secret,
    };
    return createMissingOauth(microsoftGraphManifest.settings.filter((name) => !given[name]));
  }
  const given_url = settings.auth_url ?? microsoftGraphManifest.auth_url;
  const auth_url = trimTrailing(given_url, '/').replace(/\/oauth2\/v2\.0$/, '');
  const base = `${toGraphUrl(settings.api_url)}/v1.0`;
  return createOauthClient(describeVendor(auth_url, base), {
    client_id,
    client_secret,
    allow: allowOwnAddresses(settings.outbound_allow, [auth_url, base]),
    ...(settings.now ? { now: settings.now } : {}),
    ...(settings.timeout_in_ms === undefined ? {} : { timeout_in_ms: settings.timeout_in_ms }),
  });
}

function describeVendor(auth_url: string, base: string): OauthVendor {
  const { label, scopes } = microsoftGraphManifest;
  return {
    label,
    authorize_url: `${auth_url}/oauth2/v2.0/authorize`,
    token_url: `${auth_url}/oauth2/v2.0/token`,
    // Microsoft has no call that gives back one consent; people do it on their account's page.
    revoke_url: null,
    scopes,
    authorize_parameters: { response_mode: 'query', prompt: 'select_account' },
    findMissingScopes,
    readRefusal: parseConsentRefusal,
    createAdminConsentUrl(client_id, redirect_uri) {
      // Public tenants have no administrator we could ask: the page needs the organization's one.
      const url = new URL(`${auth_url.replace(/\/common$/, '/organizations')}/v2.0/adminconsent`);
      const scope = 'https://graph.microsoft.com/.default';
      for (const [name, value] of Object.entries({ client_id, scope, redirect_uri })) url.searchParams.set(name, value);
      return url.href;
    },
    readProfile: (http, access_token) => fetchProfile(http, base, access_token),
  };
}

/** Granted scopes come with or without the API's address before them; `offline_access` is never among them. */
function findMissingScopes(granted: string | null): string[] {
  if (granted === null) return [];
  const names = new Set(granted.split(/\s+/).map((scope) => scope.replace(/^.*\//, '').toLowerCase()));
  return ['Mail.Send', 'Mail.ReadWrite'].filter((scope) => !names.has(scope.toLowerCase()));
}

function parseConsentRefusal({ error, error_description }: { error: string; error_description: string }): OauthRefusal {
  if (ADMIN_ONLY.test(error_description) || error === 'consent_required') return 'admin_consent';
  return error === 'access_denied' ? 'denied' : 'failed';
}

/** The address of the person, proven by a look into their inbox. */
async function fetchProfile(http: GuardedHttp, base: string, access_token: string) {
  const read = async <Shape extends z.ZodType>(shape: Shape, path: string): Promise<z.output<Shape>> => {
    const parsed = shape.safeParse(await ask(http, `${base}${path}`, access_token));
    if (parsed.success) return parsed.data;
    throw unavailable('gave an answer we cannot read.', parsed.error);
  };
  const person = await read(personShape, '/me?$select=mail,userPrincipalName,displayName');
  await read(folderShape, '/me/mailFolders/inbox?$select=id');
  const address = z
    .email()
    .max(320)
    .safeParse(person.mail || person.userPrincipalName);
  if (!address.success) {
    const reason = 'Microsoft does not name an address for this account.';
    throw new ProviderError('rejected', reason, { concerns: 'sender', code: 'no_address' });
  }
  return { email: address.data.toLowerCase(), name: person.displayName || null, picture_url: null };
}

/** @throws ProviderError */
async function ask(http: GuardedHttp, url: string, access_token: string): Promise<unknown> {
  const { limits, label } = microsoftGraphManifest;
  const response = await http
    .request(url, {
      headers: { authorization: `Bearer ${access_token}`, accept: 'application/json' },
      timeout_in_ms: limits.call_timeout_in_ms,
      max_size_in_bytes: 200_000,
      max_redirects: 0,
    })
    .catch((cause: unknown) => {
      throw unavailable('cannot be reached right now.', cause);
    });
  if (response.status === 401) {
    const reason = `${label} no longer accepts the sign-in.`;
    throw new ProviderError('auth_expired', reason, { concerns: 'sender', code: '401' });
  }
  if (response.status < 400) return parseJson(response);
  const retry_after = response.headers.get('retry-after');
  throw toGraphError({ status: response.status, body: parseJson(response), retry_after }, Date.now());
}

function unavailable(what: string, cause: unknown): ProviderError {
  return new ProviderError('unavailable', `${microsoftGraphManifest.label} ${what}`, { concerns: 'service', cause });
}
