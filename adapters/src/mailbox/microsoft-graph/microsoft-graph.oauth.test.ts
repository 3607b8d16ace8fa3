import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MicrosoftWorld, SANDBOX_CLIENT, startMicrosoftWorld } from '../testing/microsoft-world.ts';
import { REDIRECT_URI, requestCode } from '../testing/oauth-account.ts';
import { createMicrosoftOauth } from './microsoft-graph.oauth.ts';

describe('Microsoft consent', () => {
  let world: MicrosoftWorld;
  beforeAll(async () => {
    world = await startMicrosoftWorld();
  }, 60_000);
  afterAll(() => world?.close());

  const own = createMicrosoftOauth({ client_id: 'app', client_secret: 's3cret' });
  afterAll(() => own.close());

  test('the page gets the needed scopes, PKCE and the given state, and never the secret', () => {
    const named = createMicrosoftOauth({
      client_id: 'app',
      client_secret: 's3cret',
      auth_url: 'https://login.microsoftonline.com/common/oauth2/v2.0/',
    });
    const request = { state: 'a b&c', code_challenge: 'x'.repeat(43), redirect_uri: REDIRECT_URI, login_hint: null };
    const url = new URL(own.createAuthorizationUrl(request));
    expect(named.createAuthorizationUrl(request)).toBe(url.href);
    expect(url.origin + url.pathname).toBe('https://login.microsoftonline.com/common/oauth2/v2.0/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      response_mode: 'query',
      prompt: 'select_account',
      client_id: 'app',
      redirect_uri: REDIRECT_URI,
      scope: 'offline_access openid email User.Read Mail.Send Mail.ReadWrite',
      state: 'a b&c',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
  });

  test.each([
    ['access_denied', 'AADSTS65004: User declined to consent.', 'denied'],
    ['access_denied', 'AADSTS90094: The grant requires admin permission.', 'admin_consent'],
    ['consent_required', 'AADSTS65001: The user or administrator has not consented.', 'admin_consent'],
    ['server_error', '', 'failed'],
    ['invalid_request', 'AADSTS650011: something else', 'failed'],
  ])('%s (%s) means %s', (error, error_description, meaning) => {
    expect(own.readRefusal({ error, error_description })).toBe(meaning);
  });

  test('an administrator agrees on the organizations’ page', () => {
    const url = new URL(own.createAdminConsentUrl(REDIRECT_URI) ?? '');
    expect(url.origin + url.pathname).toBe('https://login.microsoftonline.com/organizations/v2.0/adminconsent');
    expect(url.searchParams.get('redirect_uri')).toBe(REDIRECT_URI);
  });

  test('without id or secret it says which setting is missing', () => {
    const lacking = createMicrosoftOauth({ client_id: 'app', client_secret: undefined });
    expect(lacking).toMatchObject({ is_configured: false, missing_settings: ['MICROSOFT_CLIENT_SECRET'] });
  });

  test('a code becomes tokens that open the mailbox; it works once', async () => {
    const given = await requestCode(world.oauth, 'Ann@corp.test');
    const tokens = await world.oauth.exchangeCode(given);
    expect(tokens.expires_at.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    expect(await world.oauth.readProfile(tokens.access_token)).toMatchObject({ email: 'ann@corp.test', name: 'Ann' });
    await expect(world.oauth.exchangeCode(given)).rejects.toMatchObject({ kind: 'rejected', code: 'invalid_grant' });
    await expect(world.oauth.readProfile(tokens.access_token)).rejects.toMatchObject({ kind: 'auth_expired' });
  });

  test('a code of another verifier is refused', async () => {
    const given = await requestCode(world.oauth, 'ann@corp.test');
    const foreign = { ...given, code_verifier: 'w'.repeat(43) };
    await expect(world.oauth.exchangeCode(foreign)).rejects.toMatchObject({ kind: 'rejected' });
  });

  test('refresh tokens rotate, and a withdrawn consent is a lost sign-in', async () => {
    const first = await world.oauth.exchangeCode(await requestCode(world.oauth, 'bob@corp.test'));
    const second = await world.oauth.refreshTokens(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    await world.oauth.refreshTokens(second.refresh_token);
    await expect(world.oauth.refreshTokens(first.refresh_token)).rejects.toMatchObject({ kind: 'auth_expired' });
    const third = await world.oauth.exchangeCode(await requestCode(world.oauth, 'bob@corp.test'));
    await world.control('/oauth', { revoke: 'bob@corp.test' });
    await expect(world.oauth.refreshTokens(third.refresh_token)).rejects.toMatchObject({
      kind: 'auth_expired',
      concerns: 'sender',
      code: 'invalid_grant',
    });
  });

  test('our own wrong secret expires no sign-in; a failing token endpoint is temporary', async () => {
    const { refresh_token } = await world.oauth.exchangeCode(await requestCode(world.oauth, 'eve@corp.test'));
    const { api_url, auth_url } = world;
    const wrong = createMicrosoftOauth({ ...SANDBOX_CLIENT, client_secret: 'wrong', api_url, auth_url });
    await expect(wrong.refreshTokens(refresh_token)).rejects.toMatchObject({
      kind: 'unavailable',
      concerns: 'service',
    });
    await wrong.close();
    const token_failure = { status: 503, error: 'temporarily_unavailable', times: 1 };
    await world.control('/oauth', { token_failure });
    await expect(world.oauth.refreshTokens(refresh_token)).rejects.toMatchObject({ concerns: 'service' });
    await world.oauth.refreshTokens(refresh_token);
  });

  test('consent without access to mail is not enough', async () => {
    await world.control('/oauth', { auto_approve: null });
    const code_verifier = 'v'.repeat(43);
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const asked = { state: 's', redirect_uri: REDIRECT_URI, code_challenge, login_hint: null };
    const body = new URLSearchParams({ email: 'partly@corp.test', choice: 'partly' });
    const page = world.oauth.createAuthorizationUrl(asked);
    const { headers } = await fetch(page, { method: 'POST', body, redirect: 'manual' });
    const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
    await expect(world.oauth.exchangeCode({ code, code_verifier, redirect_uri: REDIRECT_URI })).rejects.toMatchObject({
      kind: 'rejected',
      code: 'missing_scopes',
    });
    await world.control('/oauth', { auto_approve: 'nobody@corp.test' });
  });

  test('an account without a mailbox does not become a sender', async () => {
    const tokens = await world.oauth.exchangeCode(await requestCode(world.oauth, 'nomailbox@corp.test'));
    await expect(world.oauth.readProfile(tokens.access_token)).rejects.toMatchObject({
      kind: 'rejected',
      code: 'MailboxNotEnabledForRESTAPI',
    });
  });
});
