import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { api } from '@overture/contract';
import type { AppScope } from '@overture/domain/access/key-scopes';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../../kernel/crypto.ts';
import { createClient, type TestServer, useTestServer } from '../../../testing/harness.ts';
import { approveAt, fetchFrom, ISSUER, RETURN_TO, startAppHost } from './apps.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<TestServer['signUp']>>;
let person: Person;
let host: Awaited<ReturnType<typeof startAppHost>>;

beforeAll(async () => {
  person = await server.signUp('Ada Jansen');
  host = await startAppHost((path) => ({
    headers: { 'cache-control': 'max-age=600' },
    body: JSON.stringify({ client_id: `${host.origin}${path}`, client_name: 'Deskmate', redirect_uris: [RETURN_TO] }),
  }));
});
afterAll(() => host.stop());

const RESOURCE = `${ISSUER}/mcp`;
const http = (...given: Parameters<ReturnType<typeof fetchFrom>>) => fetchFrom(server)(...given);
const customFetch = http as openid.CustomFetch;

/** The library `openid-client` as an app, for the document at `path`. */
async function discover(path = '/client.json'): Promise<openid.Configuration> {
  const options = {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
    [openid.customFetch]: customFetch,
  } satisfies openid.DiscoveryRequestOptions;
  const config = await openid.discovery(new URL(ISSUER), `${host.origin}${path}`, undefined, openid.None(), options);
  config[openid.customFetch] = customFetch;
  return config;
}

async function begin(config: openid.Configuration, more: Record<string, string> = {}) {
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: RETURN_TO,
    scope: 'read write send',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: RESOURCE,
    ...more,
  });
  const finish = (returned: URL) =>
    openid.authorizationCodeGrant(
      config,
      returned,
      { pkceCodeVerifier: verifier, expectedState: state },
      { resource: RESOURCE },
    );
  return { url, verifier, finish };
}

async function connect(config: openid.Configuration, by: Person = person, scopes: AppScope[] = ['read', 'write']) {
  const { url, finish } = await begin(config);
  return finish(await approveAt(by, url, scopes));
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const postMcp = (token: string | null, body: object = list) =>
  http(RESOURCE, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
const codeOf = async (answer: Promise<Response>): Promise<[number, string]> => {
  const { status } = await answer;
  return [status, ((await (await answer).json()) as { code: string }).code];
};
const call = (name: string) => ({ ...list, method: 'tools/call', params: { name, arguments: {} } });
const post = async (path: string, form: Record<string, string>) => {
  const answer = await http(`${ISSUER}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};
const eventsOf = async (by: Person): Promise<string[]> => {
  const { data } = await by.call(api.listSecurityEvents);
  return data.events.map(({ event }) => event);
};

describe('the official client of the protocol', () => {
  interface Kept {
    client?: unknown;
    tokens?: { access_token: string };
    verifier?: string;
    opened?: URL;
    discovery?: unknown;
  }

  /** Keeps what the client saves, and the page that it opens. */
  function createProvider() {
    const kept: Kept = {};
    const keep = (given: Kept): void => void Object.assign(kept, given);
    const provider = {
      redirectUrl: RETURN_TO,
      clientMetadata: { client_name: 'Assistant', redirect_uris: [RETURN_TO] },
      clientInformation: () => kept.client as never,
      saveClientInformation: (client: unknown) => keep({ client }),
      tokens: () => kept.tokens as never,
      saveTokens: (tokens: { access_token: string }) => keep({ tokens }),
      redirectToAuthorization: (opened: URL) => keep({ opened }),
      saveCodeVerifier: (verifier: string) => keep({ verifier }),
      codeVerifier: () => kept.verifier as string,
      saveDiscoveryState: (discovery: unknown) => keep({ discovery }),
      discoveryState: () => kept.discovery as never,
    };
    return { kept, provider };
  }

  test('registers, is approved, calls tools, refreshes its token, and asks for a missing scope', async () => {
    const own = await server.signUp();
    const { kept, provider } = createProvider();
    const open = () => new StreamableHTTPClientTransport(new URL(RESOURCE), { authProvider: provider, fetch: http });
    const first = open();
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    const asked = kept.opened as URL;
    expect(asked.href.split('?')[0]).toBe(`${ISSUER}/oauth/authorize`);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ scope: 'read write', resource: RESOURCE });
    const returned = await approveAt(own, asked);
    await first.finishAuth(returned.searchParams);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(open());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('campaign_create_draft');
    const made = await client.callTool({ name: 'campaign_create_draft', arguments: { name: 'By an app' } });
    expect(made.isError).toBeFalsy();
    const { calls } = (await own.call(api.listAssistantCalls, {})).data;
    expect(calls[0]).toMatchObject({ tool: 'campaign_create_draft', api_key: { name: 'Assistant', is_app: true } });
    const before = kept.tokens?.access_token as string;
    await server.owner.query('update oauth_tokens set expires_at = app_now() where token_hash = $1', [
      hashToken(before),
    ]);
    expect((await client.callTool({ name: 'campaigns_list', arguments: {} })).isError).toBeFalsy();
    expect(kept.tokens?.access_token).not.toBe(before);
    await expect(client.callTool({ name: 'reply_send_prepare', arguments: {} })).rejects.toThrow();
    expect((kept.opened as URL).searchParams.get('scope')).toBe('read write send');
    await client.close();
  });

  test('is known by the document at its address, which is fetched once while it is fresh', async () => {
    const { kept, provider } = createProvider();
    const url = 'https://desk.example/oauth/client.json';
    const { app_documents } = server.program.system.ports;
    const fetchDocument = app_documents.fetchDocument;
    let fetched = 0;
    app_documents.fetchDocument = async () => {
      fetched += 1;
      const body = JSON.stringify({ client_id: url, client_name: 'Desk\u202Emate\n', redirect_uris: [RETURN_TO] });
      return { body, cache_control: 'max-age=3600' };
    };
    try {
      const transport = new StreamableHTTPClientTransport(new URL(RESOURCE), {
        authProvider: { ...provider, clientMetadataUrl: url },
        fetch: http,
      });
      await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow(UnauthorizedError);
      const request = Object.fromEntries((kept.opened as URL).searchParams);
      expect(request.client_id).toBe(url);
      const { data } = await person.call(api.getAppRequest, { body: request });
      expect(data).toEqual({
        app: { name: 'Desk mate', host: 'desk.example' },
        returns_to: null,
        scopes: ['read', 'write'],
        organization: expect.any(String),
        person: 'Ada Jansen',
        problem: null,
      });
      await transport.finishAuth((await approveAt(person, kept.opened as URL)).searchParams);
      expect([kept.tokens?.access_token.startsWith('ovt_app_'), fetched]).toEqual([true, 1]);
    } finally {
      app_documents.fetchDocument = fetchDocument;
    }
  });
});

describe('a certified client library', () => {
  test('discovers the server, is approved for part of what it asked, is listed, used, and revokes its token', async () => {
    const own = await server.signUp('Grace Hopper');
    const config = await discover();
    const tokens = await connect(config, own);
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'read write' });
    expect((await postMcp(tokens.access_token)).status).toBe(200);
    const { apps } = (await own.call(api.listConnectedApps)).data;
    expect(apps).toMatchObject([
      { name: 'Deskmate', host: new URL(host.origin).host, state: 'active', scopes: ['read', 'write'], calls: 1 },
    ]);
    expect(apps[0]?.connected_by?.name).toBe('Grace Hopper');
    expect((await own.call(api.listApiKeys)).data.keys).toEqual([]);
    expect((await person.call(api.disconnectApp, { params: { id: apps[0]!.id } })).status).toBe(404);
    await openid.tokenRevocation(config, tokens.refresh_token as string);
    expect(await codeOf(postMcp(tokens.access_token))).toEqual([401, 'app_disconnected']);
    expect(await eventsOf(own)).toEqual(expect.arrayContaining(['app_connected', 'app_disconnected']));
    const { rows } = await server.owner.query('select * from oauth_tokens');
    expect(JSON.stringify(rows)).not.toContain(tokens.access_token);
  });

  test('is disconnected by a person: its tokens end immediately, and the list shows it as ended', async () => {
    const own = await server.signUp();
    const config = await discover();
    const tokens = await connect(config, own);
    const [app] = (await own.call(api.listConnectedApps)).data.apps;
    const params = { id: app!.id };
    expect((await own.call(api.disconnectApp, { params })).data.app).toMatchObject({
      ...params,
      state: 'ended',
    });
    expect(await codeOf(postMcp(tokens.access_token))).toEqual([401, 'app_disconnected']);
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token as string)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await eventsOf(own)).filter((event) => event === 'app_disconnected')).toHaveLength(1);
  });

  test('refuses an answer of another issuer, and one for another session', async () => {
    const config = await discover();
    const { url, finish } = await begin(config);
    const returned = await approveAt(person, url);
    const mixed = new URL(returned);
    mixed.searchParams.set('iss', 'https://evil.example');
    await expect(finish(mixed)).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
    const other = await begin(config);
    const injected = new URL(await approveAt(person, other.url));
    injected.searchParams.set('code', returned.searchParams.get('code') as string);
    await expect(other.finish(injected)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await finish(returned)).access_token).toBeTruthy();
  });

  test('gets less by a refresh if it asks for less, and never more', async () => {
    const config = await discover();
    const { refresh_token } = await connect(config);
    const more = openid.refreshTokenGrant(config, refresh_token as string, { scope: 'read spend' });
    await expect(more).rejects.toMatchObject({ error: 'invalid_scope' });
    const less = await openid.refreshTokenGrant(config, refresh_token as string, { scope: 'read' });
    expect(less.scope).toBe('read');
    expect((await postMcp(less.access_token, call('campaign_create_draft'))).status).toBe(403);
  });
});

describe('tokens', () => {
  test('a program without access learns where it gets some, and one with too few scopes which it needs', async () => {
    const nothing = await postMcp(null);
    const metadata = `resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp"`;
    expect(nothing.headers.get('www-authenticate')).toBe(`Bearer ${metadata}, scope="read write"`);
    const described = await (await http(`${ISSUER}/.well-known/oauth-protected-resource/mcp`)).json();
    expect(described).toMatchObject({ resource: RESOURCE, authorization_servers: [ISSUER] });
    const { access_token } = await connect(await discover(), person, ['read']);
    const refused = await postMcp(access_token, call('campaign_create_draft'));
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", ${metadata}, scope="read write"`,
    );
    expect(await codeOf(Promise.resolve(refused))).toEqual([403, 'api_key_scope_missing']);
  });

  test('a code works once, and its second use disconnects the app', async () => {
    const own = await server.signUp();
    const config = await discover();
    const { url, verifier, finish } = await begin(config);
    const returned = await approveAt(own, url);
    const { access_token } = await finish(returned);
    const again = await post('/oauth/token', {
      grant_type: 'authorization_code',
      code: returned.searchParams.get('code') as string,
      client_id: config.clientMetadata().client_id,
      redirect_uri: RETURN_TO,
      code_verifier: verifier,
    });
    expect(again).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await codeOf(postMcp(access_token))).toEqual([401, 'app_disconnected']);
    expect(await eventsOf(own)).toContain('app_token_reused');
  });

  test('of two redemptions at the same moment one gets tokens, and they end with the other', async () => {
    const config = await discover();
    const { url, finish } = await begin(config);
    const returned = await approveAt(person, url);
    const outcomes = await Promise.allSettled([finish(returned), finish(returned)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const won = outcomes.find((one) => one.status === 'fulfilled');
    expect(await codeOf(postMcp(won!.value.access_token))).toEqual([401, 'app_disconnected']);
  });

  test('a refresh token works once, and its second use disconnects the app', async () => {
    const config = await discover();
    const first = await connect(config);
    const second = await openid.refreshTokenGrant(config, first.refresh_token as string);
    expect((await postMcp(second.access_token)).status).toBe(200);
    const stolen = openid.refreshTokenGrant(config, first.refresh_token as string);
    await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await codeOf(postMcp(second.access_token))).toEqual([401, 'app_disconnected']);
    const late = openid.refreshTokenGrant(config, second.refresh_token as string);
    await expect(late).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('an old token that is presented again and again is one event of the log', async () => {
    const own = await server.signUp();
    const config = await discover();
    const { refresh_token: used = '' } = await connect(config, own);
    const { refresh_token: next = '' } = await openid.refreshTokenGrant(config, used);
    const { client_id } = config.clientMetadata();
    for (const token of [used, used, next])
      await post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id });
    for (const token of [used, next]) await post('/oauth/revoke', { token, client_id });
    const events = (await eventsOf(own)).filter((event) => event.startsWith('app_'));
    expect(events).toEqual(['app_token_reused', 'app_connected']);
  });

  test('an app that refreshes without end keeps a bounded number of tokens', async () => {
    const own = await server.signUp();
    const config = await discover();
    const { refresh_token: first = '' } = await connect(config, own);
    await server.owner.query(
      `insert into oauth_tokens (token_hash, organization_id, api_key_id, use, scopes, expires_at, used_at)
        select sha256(convert_to(t.api_key_id || u.use || n, 'utf8')), t.organization_id, t.api_key_id, u.use, t.scopes,
          case when u.use = 'refresh' then t.expires_at else app_now() + interval '1 minute' end,
          case when u.use = 'refresh' then app_now() - make_interval(mins => n) end
        from oauth_tokens t, generate_series(1, 150) n, unnest('{access,refresh}'::text[]) u(use) where t.token_hash = $1`,
      [hashToken(first)],
    );
    const { access_token, refresh_token: second = '' } = await openid.refreshTokenGrant(config, first);
    const kept = await server.owner.query(
      'select use, count(*)::int as total from oauth_tokens where organization_id = $1 group by use order by use',
      [own.organization_id],
    );
    expect(kept.rows).toEqual([
      { use: 'access', total: 100 },
      { use: 'refresh', total: 100 },
    ]);
    expect((await postMcp(access_token)).status).toBe(200);
    await openid.refreshTokenGrant(config, second);
    await expect(openid.refreshTokenGrant(config, first)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await eventsOf(own)).toContain('app_token_reused');
  });

  test('a code is for its client, its return address, its verifier, its resource and a minute', async () => {
    const config = await discover();
    const { url, verifier, finish } = await begin(config);
    const returned = await approveAt(person, url);
    const right = {
      grant_type: 'authorization_code',
      code: returned.searchParams.get('code') as string,
      client_id: config.clientMetadata().client_id,
      redirect_uri: RETURN_TO,
      code_verifier: verifier,
    };
    const wrong: [Record<string, string>, string][] = [
      [{ client_id: `${host.origin}/other.json` }, 'invalid_grant'],
      [{ redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
      [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      [{ code: 'ovt_code_x' }, 'invalid_grant'],
      [{ code: '' }, 'invalid_request'],
      [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ];
    for (const [changes, error] of wrong) {
      const refused = await post('/oauth/token', { ...right, ...changes });
      expect([changes, refused.status, refused.body.error]).toEqual([changes, 400, error]);
    }
    await server.owner.query('update oauth_codes set expires_at = app_now() where code_hash = $1', [
      hashToken(right.code),
    ]);
    await expect(finish(returned)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('a token reaches the MCP server of its organization only, and no call of the API', async () => {
    const other = await server.signUp();
    const draft = await other.call(api.createCampaign, { body: { name: 'Of others' } });
    const { access_token } = await connect(await discover());
    const foreign = { name: 'campaign_get', arguments: { campaign_id: draft.data.campaign.id } };
    const answer = await postMcp(access_token, { ...list, method: 'tools/call', params: foreign });
    expect(await answer.text()).toContain('not_found');
    const direct = http(`${ISSUER}/api/v1/campaigns/`, { headers: { authorization: `Bearer ${access_token}` } });
    expect(await codeOf(direct)).toEqual([403, 'api_key_for_assistants']);
    await server.owner.query(`update connected_apps set resource = 'https://brand.example/mcp'`);
    expect(await codeOf(postMcp(access_token))).toEqual([401, 'api_key_unknown']);
  });

  test.each([
    ['was removed', 'delete from users where id = $1'],
    ['was switched off', 'update users set active = false where id = $1'],
    ['may not manage integrations anymore', `update users set role = 'RESTRICTED' where id = $1`],
  ])('a token ends when its person %s, and so does its refresh', async (_, change) => {
    const own = await server.signUp();
    const config = await discover();
    const tokens = await connect(config, own);
    expect((await postMcp(tokens.access_token)).status).toBe(200);
    await server.owner.query(change, [own.user_id]);
    expect(await codeOf(postMcp(tokens.access_token))).toEqual([401, 'app_person_left']);
    const refreshed = openid.refreshTokenGrant(config, tokens.refresh_token as string);
    await expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a connected app', () => {
  const stateOf = async (by: Person) => (await by.call(api.listConnectedApps)).data.apps.map(({ state }) => state);

  test('is named to its person in a mail', async () => {
    const own = await server.signUp();
    await connect(await discover(), own);
    const { rows } = await server.owner.query('select subject, paragraphs, path from notice_mails where user_id = $1', [
      own.user_id,
    ]);
    const text = expect.stringContaining(`"Deskmate" (${new URL(host.origin).host})`);
    expect(rows).toEqual([
      { subject: 'You connected Deskmate', paragraphs: [text, expect.any(String)], path: '/settings/api' },
    ]);
  });

  test('ends when its person resets the password, and so does a code that was not redeemed', async () => {
    const own = await server.signUp();
    const config = await discover();
    const tokens = await connect(config, own);
    const waiting = await begin(config);
    const code = await approveAt(own, waiting.url, ['read']);
    await own.call(api.endOtherSessions);
    expect((await postMcp(tokens.access_token)).status).toBe(200);
    await server.anonymous.call(api.forgotPassword, { body: { email: own.email } });
    const link = server.mails.findLast(({ to }) => to === own.email)?.text.match(/code=([\w-]+)/)?.[1] ?? '';
    const body = { code: link, password: 'battery staple 42', name: null };
    const reset = await server.anonymous.call(api.resetPassword, { body });
    expect(reset.status).toBe(200);
    expect(await codeOf(postMcp(tokens.access_token))).toEqual([401, 'app_disconnected']);
    const refreshed = openid.refreshTokenGrant(config, tokens.refresh_token as string);
    await expect(refreshed).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(waiting.finish(code)).rejects.toMatchObject({ error: 'invalid_grant' });
    const again = { ...own, ...createClient(server.program, reset.data.data?.token ?? '') };
    expect(await stateOf(again)).toEqual(['ended']);
    const renewed = await connect(config, again);
    expect((await postMcp(renewed.access_token)).status).toBe(200);
    expect(await stateOf(again)).toEqual(['active', 'ended']);
  });
});
