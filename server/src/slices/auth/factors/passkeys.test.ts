import { api } from '@overture/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type TestClient, useTestServer } from '../../../testing/harness.ts';
import { createVirtualPasskey, type Lies } from '../../../testing/virtual-authenticator.ts';

const server = useTestServer();
const password = 'correct horse';
let db: pg.Client;

beforeAll(async () => {
  db = new pg.Client({ connectionString: server.connectionString });
  await db.connect();
});
afterAll(() => db.end());

type Person = Awaited<ReturnType<typeof server.signUp>>;
type Passkey = ReturnType<typeof createVirtualPasskey>;

async function addPasskey(client: TestClient, passkey = createVirtualPasskey(), name = 'My telephone') {
  const { options } = (await client.call(api.offerPasskeyRegistration)).data;
  const answer = await client.call(api.addPasskey, { body: { name, response: passkey.make(options) } });
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  return { passkey, codes: answer.data.recovery_codes };
}

async function withPasskey(): Promise<{ person: Person; passkey: Passkey; codes: string[] }> {
  const person = await server.signUp();
  const { passkey, codes } = await addPasskey(person);
  return { person, passkey, codes: codes ?? [] };
}

async function signIn(passkey: Passkey, lies: Lies = {}) {
  const { options } = (await server.anonymous.call(api.offerPasskeySignIn)).data;
  return server.anonymous.call(api.signInWithPasskey, { body: { response: passkey.sign(options, lies) } });
}

const login = (person: Person) => server.anonymous.call(api.login, { body: { email: person.email, password } });

describe('a passkey', () => {
  test('signs in without a password, counts as both factors, and brings recovery codes', async () => {
    const { person, passkey, codes } = await withPasskey();
    expect(codes).toHaveLength(10);
    const answer = await signIn(passkey);
    expect(answer.data.data?.id).toBe(person.user_id);
    expect(answer.data.mfa).toBeUndefined();
    const client = createClient(server.program, answer.data.data?.token ?? '');
    const session = (await client.call(api.listSessions)).data.sessions.find(({ is_current }) => is_current);
    expect(session).toMatchObject({ method: 'passkey', has_second_factor: true });
    const { passkeys, passkey_host } = (await client.call(api.getFactors)).data;
    expect(passkey_host).toBe('localhost');
    expect(passkeys).toEqual([
      expect.objectContaining({ name: 'My telephone', rp_id: 'localhost', works_here: true, is_synced: false }),
    ]);
    expect(passkeys[0]?.last_used_at).not.toBeNull();
  });

  test('is requested without naming a user, and requires finger or PIN', async () => {
    const person = await server.signUp();
    const registration = (await person.call(api.offerPasskeyRegistration)).data.options;
    expect(registration).toMatchObject({
      attestation: 'none',
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { options } = (await server.anonymous.call(api.offerPasskeySignIn)).data;
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  });

  test('is the second factor after a password; a recovery code replaces a lost one', async () => {
    const { person, passkey, codes } = await withPasskey();
    const { mfa } = (await login(person)).data;
    expect(mfa?.methods).toEqual(['passkey', 'recovery']);
    const ticket = mfa?.ticket ?? '';
    const { options } = (await server.anonymous.call(api.offerPasskeyForTicket, { body: { ticket } })).data;
    const done = await server.anonymous.call(api.finishSignIn, {
      body: { ticket, method: 'passkey', response: passkey.sign(options) },
    });
    expect(done.data.data?.id).toBe(person.user_id);
    const again = (await login(person)).data.mfa?.ticket ?? '';
    const recovered = await server.anonymous.call(api.finishSignIn, {
      body: { ticket: again, method: 'recovery', code: codes[3] ?? '' },
    });
    expect(recovered.data.data?.id).toBe(person.user_id);
  });

  test.each<[string, Lies]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['the origin with another port', { origin: 'http://localhost:9999' }],
    ['a foreign host', { rp_id: 'evil.example' }],
    ['no finger and no PIN', { is_verified: false }],
    ['an unknown challenge', { challenge: 'bm9ib2R5IGdhdmUgdGhpcw' }],
    ['another user’s number', { user_handle: Buffer.from('person-1').toString('base64url') }],
  ])('signing in with %s is refused', async (_, lies) => {
    const { passkey } = await withPasskey();
    const answer = await signIn(passkey, lies);
    expect([answer.status, answer.error.code]).toEqual([400, 'passkey_refused']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each<[string, Lies]>([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a foreign host', { rp_id: 'evil.example' }],
    ['no finger and no PIN', { is_verified: false }],
    ['an unknown challenge', { challenge: 'bm9ib2R5IGdhdmUgdGhpcw' }],
  ])('making one with %s is refused', async (_, lies) => {
    const person = await server.signUp();
    const { options } = (await person.call(api.offerPasskeyRegistration)).data;
    const response = createVirtualPasskey().make(options, lies);
    expect((await person.call(api.addPasskey, { body: { name: 'x', response } })).error.code).toBe('passkey_refused');
    expect((await person.call(api.getFactors)).data.passkeys).toEqual([]);
  });

  test('a response sent twice opens one session, in sequence and in parallel', async () => {
    const { passkey } = await withPasskey();
    const { options } = (await server.anonymous.call(api.offerPasskeySignIn)).data;
    const response = passkey.sign(options);
    const send = () => server.anonymous.call(api.signInWithPasskey, { body: { response } });
    const answers = await Promise.all(Array.from({ length: 5 }, send));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await send()).error.code).toBe('passkey_refused');
  });

  test('a challenge is spent by a failed answer too, and ends after five minutes', async () => {
    const { passkey } = await withPasskey();
    const { options } = (await server.anonymous.call(api.offerPasskeySignIn)).data;
    const wrong = passkey.sign(options, { origin: 'https://evil.example' });
    await server.anonymous.call(api.signInWithPasskey, { body: { response: wrong } });
    const right = await server.anonymous.call(api.signInWithPasskey, { body: { response: passkey.sign(options) } });
    expect(right.error.code).toBe('passkey_refused');
    const late = (await server.anonymous.call(api.offerPasskeySignIn)).data.options;
    await db.query('update passkey_challenges set expires_at = app_now()');
    const answer = await server.anonymous.call(api.signInWithPasskey, { body: { response: passkey.sign(late) } });
    expect(answer.error.code).toBe('passkey_refused');
  });

  test('a challenge for one purpose is good for no other', async () => {
    const { person, passkey } = await withPasskey();
    const ticket = (await login(person)).data.mfa?.ticket ?? '';
    const forSignIn = (await server.anonymous.call(api.offerPasskeySignIn)).data.options;
    const asFactor = await server.anonymous.call(api.finishSignIn, {
      body: { ticket, method: 'passkey', response: passkey.sign(forSignIn) },
    });
    expect(asFactor.error.code).toBe('passkey_refused');
    const forTicket = (await server.anonymous.call(api.offerPasskeyForTicket, { body: { ticket } })).data.options;
    const alone = await server.anonymous.call(api.signInWithPasskey, { body: { response: passkey.sign(forTicket) } });
    expect(alone.error.code).toBe('passkey_refused');
  });

  test('a counter that goes back is refused: the passkey may have been copied', async () => {
    const { passkey } = await withPasskey();
    expect((await signIn(passkey, { counter: 50 })).status).toBe(200);
    for (const counter of [50, 49, 1]) expect((await signIn(passkey, { counter })).error.code).toBe('passkey_refused');
    expect((await signIn(passkey, { counter: 51 })).status).toBe(200);
  });

  test('does not confirm another user’s sign-in', async () => {
    const [victim, mallory] = [await withPasskey(), await withPasskey()];
    const ticket = (await login(victim.person)).data.mfa?.ticket ?? '';
    const { options } = (await server.anonymous.call(api.offerPasskeyForTicket, { body: { ticket } })).data;
    const answer = await server.anonymous.call(api.finishSignIn, {
      body: { ticket, method: 'passkey', response: mallory.passkey.sign(options) },
    });
    expect(answer.error.code).toBe('passkey_refused');
    const asked = (await victim.person.call(api.offerPasskeyConfirmation)).data.options;
    const confirmed = await mallory.person.call(api.confirmPerson, {
      body: { method: 'passkey', response: mallory.passkey.sign(asked) },
    });
    expect(confirmed.error.code).toBe('passkey_refused');
  });

  test('confirms that it is you', async () => {
    const { person, passkey } = await withPasskey();
    await db.query('update sessions set confirmed_at = null where user_id = $1', [person.user_id]);
    const { options } = (await person.call(api.offerPasskeyConfirmation)).data;
    const body = { method: 'passkey' as const, response: passkey.sign(options) };
    expect((await person.call(api.confirmPerson, { body })).status).toBe(200);
    expect((await person.call(api.renewRecoveryCodes)).status).toBe(200);
  });

  test('is offered on the host of the installation only', async () => {
    const answer = await server.program.app.inject({
      method: 'POST',
      url: '/api/v1/auth/passkey/options/',
      headers: { origin: 'http://brand.example', host: 'brand.example' },
      payload: {},
    });
    expect(answer.json()).toMatchObject({ code: 'passkeys_unavailable' });
  });

  test('is renamed and removed by its owner; a foreign one does not exist', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const id = (await one.person.call(api.getFactors)).data.passkeys[0]?.id ?? 0;
    const rename = { params: { id }, body: { name: 'Security key' } };
    expect((await other.person.call(api.renamePasskey, rename)).status).toBe(404);
    expect((await other.person.call(api.removePasskey, { params: { id } })).status).toBe(404);
    expect((await one.person.call(api.renamePasskey, rename)).status).toBe(200);
    expect((await one.person.call(api.getFactors)).data.passkeys[0]?.name).toBe('Security key');
    expect((await one.person.call(api.removePasskey, { params: { id } })).status).toBe(200);
    expect((await signIn(one.passkey)).error.code).toBe('passkey_refused');
    expect((await login(one.person)).data.data?.id).toBe(one.person.user_id);
  });

  test('of a deactivated person opens nothing', async () => {
    const { person, passkey } = await withPasskey();
    await db.query('update users set active = false where id = $1', [person.user_id]);
    expect((await signIn(passkey)).error.code).toBe('passkey_refused');
  });

  test('twenty are kept, the same one once', async () => {
    const { person, passkey } = await withPasskey();
    const { options } = (await person.call(api.offerPasskeyRegistration)).data;
    const again = await person.call(api.addPasskey, { body: { name: 'again', response: passkey.make(options) } });
    expect(again.error.code).toBe('passkey_refused');
    await db.query(
      `insert into user_passkeys (organization_id, user_id, name, rp_id, credential_id, public_key)
       select $1, $2, 'filler', 'localhost', 'filler' || $2::bigint || '-' || n, '\\x00' from generate_series(1, 19) n`,
      [person.organization_id, person.user_id],
    );
    expect((await person.call(api.offerPasskeyRegistration)).error.code).toBe('passkeys_full');
  });

  test.each([{ id: 'x' }, { response: { clientDataJSON: 'not json' } }, { response: { signature: '' } }])(
    'a mangled answer is refused, not believed: %j',
    async (change) => {
      const { passkey } = await withPasskey();
      const { options } = (await server.anonymous.call(api.offerPasskeySignIn)).data;
      const signed = passkey.sign(options);
      const response = { ...signed, ...change, response: { ...signed.response, ...change.response } };
      const answer = await server.anonymous.call(api.signInWithPasskey, { body: { response } });
      expect([answer.status, answer.error.code]).toEqual([400, 'passkey_refused']);
    },
  );
});

test('the token stays out of answers to pages that use the cookie', async () => {
  const person = await server.signUp();
  const response = await server.program.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login/',
    headers: { 'x-session': 'cookie' },
    payload: { email: person.email, password },
  });
  expect(response.json().data.token).toBe('');
  expect(String(response.headers['set-cookie'])).toMatch(/overture_session=[\w-]{40,}; .*HttpOnly/);
});
