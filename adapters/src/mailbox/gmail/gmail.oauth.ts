import type { gmail_v1 } from '@googleapis/gmail';
import { trimTrailing } from '@overture/domain/text/text';
import { z } from 'zod';
import { ProviderError } from '../../kit/errors.ts';
import { readsOnly } from '../../kit/exactly.ts';
import type { GuardedHttp } from '../../kit/guarded-http.ts';
import type { MailboxProfile, MailOauthPort } from '../mailbox-oauth.port.ts';
import { allowOwnAddresses } from '../oauth/mail-http.api.ts';
import { createOauthClient, parseJson } from '../oauth/oauth-client.api.ts';
import { gmailManifest } from './gmail.manifest.ts';
import { toGmailError } from './gmail-error.transform.ts';

export type GoogleOauthSettings = {
  client_id: string;
  client_secret: string;
  /** Base of the page of consent (`/auth`); default Google's. */
  auth_url?: string | undefined;
  /** Base of the token endpoint (`/token`, `/revoke`); default `auth_url` where that is set, else Google's. */
  token_url?: string | undefined;
  api_url?: string | undefined;
  /** The text of OUTBOUND_ALLOW. */
  outbound_allow?: string | undefined;
};

const profileSchema = readsOnly<gmail_v1.Schema$Profile>()(z.object({ emailAddress: z.email().max(320) }));
const sendAsSchema = readsOnly<gmail_v1.Schema$ListSendAsResponse>()(
  z.object({
    sendAs: z
      .array(z.object({ displayName: z.string().max(300).optional(), isPrimary: z.boolean().optional() }))
      .max(500)
      .optional(),
  }),
);

/** Google's consent. Offline access with `prompt=consent`: without it Google gives no refresh token the second time. */
export function createGoogleOauth(settings: GoogleOauthSettings): MailOauthPort {
  const { addresses, scopes, label } = gmailManifest;
  const [api, auth, token] = [
    settings.api_url ?? addresses.api,
    settings.auth_url ?? addresses.auth,
    settings.token_url ?? settings.auth_url ?? addresses.token,
  ].map((url) => trimTrailing(url, '/')) as [string, string, string];
  return createOauthClient(
    {
      label,
      authorize_url: `${auth}/auth`,
      token_url: `${token}/token`,
      revoke_url: `${token}/revoke`,
      scopes,
      authorize_parameters: { access_type: 'offline', prompt: 'consent' },
      findMissingScopes: (granted) =>
        granted === null ? [] : scopes.filter((scope) => !granted.split(' ').includes(scope)),
      readRefusal({ error }) {
        if (error === 'admin_policy_enforced') return 'admin_consent';
        return error === 'access_denied' ? 'denied' : 'failed';
      },
      createAdminConsentUrl: () => null,
      readProfile: (http, access_token) => fetchProfile(http, `${api}/gmail/v1/users/me`, access_token),
    },
    {
      client_id: settings.client_id,
      client_secret: settings.client_secret,
      allow: allowOwnAddresses(settings.outbound_allow, [api, auth, token]),
    },
  );
}

async function fetchProfile(http: GuardedHttp, me: string, access_token: string): Promise<MailboxProfile> {
  const { emailAddress } = await ask(http, `${me}/profile`, access_token, profileSchema);
  // The name people see on mails from this mailbox. Not everybody has one, and nothing depends on it.
  const { sendAs = [] } = await ask(http, `${me}/settings/sendAs`, access_token, sendAsSchema).catch(() => ({
    sendAs: [],
  }));
  const primary: { displayName?: string | undefined } | undefined = sendAs.find(({ isPrimary }) => isPrimary);
  return { email: emailAddress, name: primary?.displayName?.trim() || null, picture_url: null };
}

async function ask<Shape extends z.ZodType>(
  http: GuardedHttp,
  url: string,
  access_token: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/json' };
  const options = { headers, max_redirects: 0, max_size_in_bytes: 500_000 };
  const response = await http.request(url, options).catch(() => {
    throw failed('unavailable', 'Google cannot be reached right now.');
  });
  if (response.status === 401) throw failed('auth_expired', 'Google does not accept the sign-in.');
  const body = parseJson(response);
  if (response.status >= 400) throw toGmailError({ status: response.status, body, retry_after: null }, Date.now());
  const parsed = shape.safeParse(body);
  if (!parsed.success) throw failed('unavailable', 'Google gave an answer we cannot read.');
  return parsed.data;
}

function failed(kind: 'unavailable' | 'auth_expired', reason: string): ProviderError {
  return new ProviderError(kind, reason, { concerns: kind === 'unavailable' ? 'service' : 'sender' });
}
