import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';

const server = useTestServer({ environment: { TRUST_PROXY: '1', ADMIN_EMAIL: 'Boss@acme.example' } });

/** A browser: an address and the cookies it was given. */
function browser(ip: string) {
  const jar = new Map<string, string>();
  return {
    jar,
    async post(path: string, payload: object) {
      const answer = await server.program.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { 'x-forwarded-for': ip, origin: 'http://localhost', host: 'localhost' },
        cookies: Object.fromEntries(jar),
        payload,
      });
      for (const { name, value } of answer.cookies) jar.set(name, value);
      return { status: answer.statusCode, body: answer.json() as Record<string, never>, headers: answer.headers };
    },
  };
}

const victimPassword = 'seven grey geese';
const attackerPassword = 'eleven red foxes';
const register = (who: ReturnType<typeof browser>, email: string, password: string) =>
  who.post('/auth/register/', { email, password, name: 'Vera Vos' });
const verify = (who: ReturnType<typeof browser>, email: string, code: string) =>
  who.post('/auth/verify-email/', { email, code });
const signIn = async (email: string, password: string) =>
  (await browser('198.51.100.77').post('/auth/login/', { email, password })).status;
const codes = (email: string): string[] =>
  server.mails.filter((mail) => mail.to === email).flatMap((mail) => mail.text.match(/\b\d{8}\b/)?.[0] ?? []);

describe('a code belongs to the registration that asked for it', () => {
  test('a later registration of the address by another person gains nothing from the owner’s code', async () => {
    const email = 'vera@victim.example';
    const [victim, attacker] = [browser('203.0.113.1'), browser('203.0.113.2')];
    await register(victim, email, victimPassword);
    await register(attacker, email, attackerPassword);
    const [first = '', newest = ''] = codes(email);
    expect((await verify(victim, email, newest)).body).toMatchObject({ code: 'invalid_code' });
    expect((await verify(victim, email, first)).status).toBe(200);
    expect([await signIn(email, victimPassword), await signIn(email, attackerPassword)]).toEqual([200, 401]);
  });

  test('an address whose mails others used up is registered anyway, with a note that mail is slow', async () => {
    const email = 'slow@victim.example';
    for (let mailed = 0; mailed < 30; mailed += 1)
      await browser(`203.0.114.${mailed}`).post('/auth/resend-code/', { email });
    const victim = browser('203.0.113.1');
    expect((await register(victim, email, victimPassword)).body).toEqual({ success: true, mail_is_slow: true });
    // The response does not reveal whether the address is taken.
    const known = (await server.signUp()).email;
    for (let mailed = 0; mailed < 30; mailed += 1)
      await browser(`203.0.114.${mailed}`).post('/auth/resend-code/', { email: known });
    expect((await register(browser('203.0.113.4'), known, attackerPassword)).body).toEqual({
      success: true,
      mail_is_slow: true,
    });
    expect(codes(email)).toEqual([]);
    await server.owner.query("delete from rate_limits where key like 'code-mail-address:%'");
    expect((await victim.post('/auth/resend-code/', { email })).body).toEqual({ success: true, mail_is_slow: false });
    expect((await verify(victim, email, codes(email).at(-1) ?? '')).status).toBe(200);
    expect(await signIn(email, victimPassword)).toBe(200);
  });

  test('a name with an address in it is refused: it appears in mails to others', async () => {
    const answer = await browser('203.0.113.5').post('/auth/register/', {
      email: 'link@victim.example',
      password: victimPassword,
      name: 'Win at https://evil.example',
    });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('web address')]);
  });

  test('nor one who registered it before', async () => {
    const email = 'vera2@victim.example';
    const [victim, attacker] = [browser('203.0.113.1'), browser('203.0.113.2')];
    await register(attacker, email, attackerPassword);
    await register(victim, email, victimPassword);
    const [first = '', newest = ''] = codes(email);
    expect((await verify(victim, email, first)).status).toBe(400);
    expect((await verify(victim, email, newest)).status).toBe(200);
    expect([await signIn(email, victimPassword), await signIn(email, attackerPassword)]).toEqual([200, 401]);
  });

  test('typed without the ticket, the newest code verifies the mailbox and sets no password', async () => {
    const email = 'vera3@victim.example';
    await register(browser('203.0.113.1'), email, victimPassword);
    await register(browser('203.0.113.2'), email, attackerPassword);
    expect((await verify(browser('203.0.113.3'), email, codes(email).at(-1) ?? '')).status).toBe(200);
    expect([await signIn(email, victimPassword), await signIn(email, attackerPassword)]).toEqual([401, 401]);
    const link = server.mails.at(-1)?.text.match(/code=([\w-]+)/)?.[1];
    const reset = await browser('203.0.113.3').post('/auth/reset-password/', { code: link, password: victimPassword });
    expect([reset.status, await signIn(email, victimPassword)]).toEqual([200, 200]);
  });

  test('a new code asked for without the ticket does not hand the account to the stranger either', async () => {
    const email = 'vera4@victim.example';
    await register(browser('203.0.113.1'), email, victimPassword);
    await register(browser('203.0.113.2'), email, attackerPassword);
    const elsewhere = browser('203.0.113.3');
    await elsewhere.post('/auth/resend-code/', { email });
    expect((await verify(elsewhere, email, codes(email).at(-1) ?? '')).status).toBe(200);
    expect(await signIn(email, attackerPassword)).toBe(401);
  });

  test('the first mail’s code, typed in a third browser, does not set the other password', async () => {
    const email = 'vera5@victim.example';
    await register(browser('203.0.113.2'), email, attackerPassword);
    await register(browser('203.0.113.1'), email, victimPassword);
    const [first = ''] = codes(email);
    expect((await verify(browser('203.0.113.3'), email, first)).status).toBe(200);
    expect(await signIn(email, attackerPassword)).toBe(401);
  });

  test('a client without cookies registers and confirms; a second registration chooses by mail', async () => {
    for (const isAlone of [true, false]) {
      const email = `program${isAlone}@victim.example`;
      const body = { email, password: victimPassword, name: 'Vera Vos' };
      await server.anonymous.call(api.register, { body });
      if (!isAlone) await register(browser('203.0.113.2'), email, attackerPassword);
      const [first = ''] = codes(email);
      expect((await server.anonymous.call(api.verifyEmail, { body: { email, code: first } })).status).toBe(200);
      expect([await signIn(email, victimPassword), await signIn(email, attackerPassword)]).toEqual([
        isAlone ? 200 : 401,
        401,
      ]);
    }
  });

  test('the same browser registers again: what it gave last counts, and the code before is too old', async () => {
    const email = 'again@victim.example';
    const person = browser('203.0.113.1');
    await register(person, email, attackerPassword);
    await register(person, email, victimPassword);
    const [first = '', newest = ''] = codes(email);
    expect([(await verify(person, email, first)).status, (await verify(person, email, newest)).status]).toEqual([
      400, 200,
    ]);
    expect(await signIn(email, victimPassword)).toBe(200);
  });

  test('an address becomes ADMIN when it was proven, and not before', async () => {
    const email = 'boss@acme.example';
    await register(browser('203.0.113.2'), email, attackerPassword);
    const people = await server.program.system.systemTransaction(({ db }) =>
      sql`select 1 from users where email = ${email}`.execute(db),
    );
    expect(people.rows).toEqual([]);
    const boss = browser('203.0.113.1');
    await register(boss, email, victimPassword);
    const answer = await verify(boss, email, codes(email).at(-1) ?? '');
    expect(answer.body).toMatchObject({ data: { role: 'ADMIN' } });
    expect(await signIn(email, attackerPassword)).toBe(401);
  });

  test('of parallel requests with the right code one creates the user', async () => {
    const email = 'race@victim.example';
    const person = browser('203.0.113.1');
    await register(person, email, victimPassword);
    const code = codes(email).at(-1) ?? '';
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(person, email, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });
});

describe('wrong codes', () => {
  test('of a stranger do not use up those of the owner, and a new code brings new tries', async () => {
    const email = 'tries@victim.example';
    const [owner, stranger] = [browser('203.0.113.1'), browser('203.0.113.9')];
    await register(owner, email, victimPassword);
    const code = codes(email).at(-1) ?? '';
    const wrong = code === '00000000' ? '11111111' : '00000000';
    for (let n = 0; n < 8; n += 1) await verify(stranger, email, wrong);
    // The stranger has no try left even with the right one.
    expect((await verify(stranger, email, code)).status).toBe(400);
    for (let n = 0; n < 5; n += 1) await verify(owner, email, wrong);
    expect((await verify(owner, email, code)).status).toBe(400);
    await owner.post('/auth/resend-code/', { email });
    expect((await verify(owner, email, codes(email).at(-1) ?? '')).status).toBe(200);
  });

  test('codes are kept keyed: the digest of the digits alone is nowhere', async () => {
    const email = 'keyed@victim.example';
    await register(browser('203.0.113.1'), email, victimPassword);
    const code = codes(email).at(-1) ?? '';
    const rows = await server.program.system.systemTransaction(({ db }) =>
      sql<{ found: boolean }>`select code_hash = encode(sha256(convert_to(${code}, 'UTF8')), 'base64') as found
        from registrations where email = ${email}`.execute(db),
    );
    expect(rows.rows).toEqual([{ found: false }]);
  });
});

describe('a taken address', () => {
  test('answers as a free one does, to the seventh registration and its refusal', async () => {
    const owner = await server.signUp();
    const [asked, other] = [browser('203.0.113.40'), browser('203.0.113.41')];
    const statuses = async (who: ReturnType<typeof browser>, email: string) => {
      const all = [];
      for (let n = 0; n < 8; n += 1) {
        const { status, headers } = await register(who, email, attackerPassword);
        all.push([status, String(headers['set-cookie']).includes('overture_registration=')]);
      }
      return all;
    };
    expect(await statuses(asked, owner.email)).toEqual(await statuses(other, 'free@victim.example'));
    const reminders = server.mails.filter(({ to, subject }) => to === owner.email && subject.includes('already'));
    expect(reminders).toHaveLength(3);
  });
});
