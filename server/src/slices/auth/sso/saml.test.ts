import { api } from '@overture/contract';
import { describe, expect, test, vi } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { createClient } from '../../../testing/harness.ts';
import { watchLongestBlock } from '../../../testing/longest-block.ts';
import { relinkOrganization } from './member-link.service.ts';
import { type Person, useSsoWorld } from './sso.factory.ts';

const sso = useSsoWorld();
let count = 0;
const newDomain = (): string => `house${++count}.example`;

const metadata = (): string => `${sso.issuer}/saml/metadata`;

async function setUp(domain: string): Promise<Person> {
  const manager = await sso.server.signUp();
  await sso.proveDomain(manager, domain);
  const body = { kind: 'saml' as const, metadata: metadata(), lets_people_join: true };
  expect((await manager.call(api.saveSso, { body })).status).toBe(200);
  return manager;
}

interface Asked {
  cookie: string;
  url: string;
}

async function ask(domain: string): Promise<Asked> {
  const { cookie, body } = await sso.post('/auth/sso/', { organization_domain: domain });
  return { cookie, url: body.data.redirect_url };
}

/** What the provider has a browser post, and where to. */
async function answerAs(
  url: string,
  email: string,
  next: object = {},
): Promise<{ path: string; SAMLResponse: string }> {
  await sso.world.control('/identity/__control/saml', { auto_approve: email, next });
  const page = await (await fetch(url)).text();
  const find = (pattern: RegExp): string => pattern.exec(page)?.[1] ?? '';
  return {
    path: new URL(find(/action="([^"]+)"/)).pathname,
    SAMLResponse: find(/name="SAMLResponse" value="([^"]+)"/),
  };
}

/** Posted as from another site: no cookies of ours, a foreign origin. @returns where the browser is led */
async function deliver({ path, SAMLResponse }: { path: string; SAMLResponse: string }): Promise<URL> {
  const answer = await sso.server.program.app.inject({
    method: 'POST',
    url: path,
    headers: { origin: 'https://id.elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse }).toString(),
  });
  expect(answer.statusCode, answer.body).toBe(303);
  return new URL(String(answer.headers.location));
}

async function signIn(email: string, next: object = {}) {
  const { url, cookie } = await ask(email.slice(email.indexOf('@') + 1));
  const page = await deliver(await answerAs(url, email, next));
  const ticket = page.searchParams.get('sso');
  if (!ticket) return { code: page.searchParams.get('error') };
  return (await sso.post('/auth/sso/finish/', { ticket }, { cookie })).body;
}

describe('signing in by SAML', () => {
  test('a colleague joins and is the same person the next time', async () => {
    const domain = newDomain();
    const manager = await setUp(domain);
    const first = await signIn(`grace.hopper@${domain}`);
    expect(first).toMatchObject({
      created: true,
      data: { name: 'Grace Hopper', role: 'RESTRICTED', organization: { id: manager.organization_id } },
    });
    const again = await signIn(`grace.hopper@${domain}`, { signs: 'both' });
    expect(again).toMatchObject({ created: false, data: { id: first.data.id } });
    const [session] = (await createClient(sso.server.program, again.data.token).call(api.listSessions)).data.sessions;
    expect(session?.method).toBe('sso');
  });

  test('everybody whom the provider names by another subject is linked again once the operator says so', async () => {
    const domain = newDomain();
    const manager = await setUp(domain);
    const email = `grace@${domain}`;
    const renamed = { name_id: `pairwise-${domain}` };
    const { id } = (await signIn(email)).data;
    expect(await signIn(email, renamed)).toMatchObject({ code: 'sso_other_account' });
    expect(await relinkOrganization(sso.server.program.system, email, false)).toEqual([email]);
    expect(await signIn(email, renamed)).toMatchObject({ code: 'sso_other_account' });
    expect(await relinkOrganization(sso.server.program.system, email, true)).toEqual([email]);
    expect((await signIn(email, renamed)).data).toMatchObject({ id, organization: { id: manager.organization_id } });
    // The former subject is a stranger's now.
    expect(await signIn(email)).toMatchObject({ code: 'sso_other_account' });
  });

  test('our metadata names where answers go, for any organization alike', async () => {
    const { data } = await (await setUp(newDomain())).call(api.getSso);
    const get = (id: number) => sso.server.program.app.inject({ url: `${apiBase}/auth/saml/${id}/metadata/` });
    const id = Number(/saml\/(\d+)\//.exec(data.acs_url)?.[1]);
    const answer = await get(id);
    expect(answer.body).toContain(`Location="${data.acs_url}"`);
    expect(answer.body).toContain(`entityID="${data.entity_id}"`);
    expect((await get(999_999)).statusCode).toBe(200);
    expect((await sso.server.program.app.inject({ url: `${apiBase}/auth/saml/x/metadata/` })).statusCode).toBe(404);
  });

  test('the provider may be left as it is; a wrong one is refused in words', async () => {
    const manager = await setUp(newDomain());
    const save = (metadata: string | undefined, lets_people_join = true) =>
      manager.call(api.saveSso, { body: { kind: 'saml', metadata, lets_people_join } });
    expect((await save(undefined, false)).status).toBe(200);
    expect((await manager.call(api.getSso)).data.connection).toMatchObject({ kind: 'saml', lets_people_join: false });
    expect((await save('<html></html>')).error.error).toMatch(/does not describe one identity provider/);
    expect((await save('https://192.0.2.7/metadata')).error.error).toMatch(/private network/);
    const other = await sso.server.signUp();
    const body = { kind: 'saml' as const, lets_people_join: true };
    expect((await other.call(api.saveSso, { body })).error.code).toBe('sso_metadata_needed');
  });

  test('is tried by who sets it up, who reads what is wrong', async () => {
    const domain = newDomain();
    const manager = await setUp(domain);
    const attempt = async (next: object) => {
      const { body } = await sso.post('/organization/sso/test/', {}, { jwt: manager.token ?? '' });
      const page = await deliver(await answerAs(body.redirect_url, `ada@${domain}`, next));
      expect(page.pathname).toBe('/settings/security');
      return manager.call(api.finishSsoTest, { body: { ticket: page.searchParams.get('sso') ?? '' } });
    };
    expect((await attempt({ audience: 'https://other.example/' })).error.error).toMatch(/audience mismatch/);
    expect((await attempt({})).data).toEqual({ email: `ada@${domain}`, name: 'Ada' });
    expect((await manager.call(api.getSso)).data.connection?.tested_at).not.toBeNull();
  });
});

describe('what is refused', () => {
  test('an answer that was taken, also under another question', async () => {
    const domain = newDomain();
    await setUp(domain);
    const { url, cookie } = await ask(domain);
    const answer = await answerAs(url, `a@${domain}`);
    const ticket = (await deliver(answer)).searchParams.get('sso') ?? '';
    expect((await deliver(answer)).searchParams.get('error')).toBe('sso_failed');
    const again = await ask(domain);
    const request = /ID="([^"]+)"/.exec(await decodeRequest(again.url))?.[1] ?? '';
    const forged = Buffer.from(answer.SAMLResponse, 'base64')
      .toString()
      .replace(/InResponseTo="[^"]+"/, `InResponseTo="${request}"`);
    const page = await deliver({ ...answer, SAMLResponse: Buffer.from(forged).toString('base64') });
    expect(page.searchParams.get('error')).toBe('sso_failed');
    // The first stays what it was, for the browser that asked.
    expect((await sso.post('/auth/sso/finish/', { ticket }, { cookie: again.cookie })).body.code).toBe(
      'sign_in_expired',
    );
    expect((await sso.post('/auth/sso/finish/', { ticket }, { cookie })).status).toBe(200);
  });

  test('an assertion shown a second time in answer to an open question', async () => {
    const domain = newDomain();
    const manager = await setUp(domain);
    const { url } = await ask(domain);
    const answer = await answerAs(url, `a@${domain}`);
    await deliver(answer);
    // As if the question had been asked once more.
    const request = /ID="([^"]+)"/.exec(await decodeRequest(url))?.[1] ?? '';
    await sso.server.owner.query(
      `insert into saml_requests (id, organization_id, expires_at) values ($1, $2, app_now() + interval '5 minutes')`,
      [request, manager.organization_id],
    );
    expect((await deliver(answer)).searchParams.get('error')).toBe('sign_in_expired');
  });

  test('the answer for one organization at the address of another', async () => {
    const [one, other] = [newDomain(), newDomain()];
    await setUp(one);
    const stranger = await setUp(other);
    const answer = await answerAs((await ask(one)).url, `a@${one}`);
    const path = answer.path.replace(/saml\/\d+/, `saml/${stranger.organization_id}`);
    expect((await deliver({ ...answer, path })).searchParams.get('error')).toBe('sso_failed');
  });

  test('an unrequested answer, a late one, one for an organization without a provider', async () => {
    const domain = newDomain();
    const manager = await setUp(domain);
    expect(await signIn(`a@${domain}`, { in_response_to: null })).toEqual({ code: 'sso_failed' });
    const answer = await answerAs((await ask(domain)).url, `a@${domain}`);
    await sso.server.owner.query('update saml_requests set expires_at = app_now() where organization_id = $1', [
      manager.organization_id,
    ]);
    expect((await deliver(answer)).searchParams.get('error')).toBe('sso_failed');
    await manager.call(api.deleteSso);
    expect((await deliver(answer)).searchParams.get('error')).toBe('sso_failed');
  });

  test('an address of another domain', async () => {
    const domain = newDomain();
    await setUp(domain);
    expect(await signIn(`a@${domain}`, { attributes: { email: 'ceo@elsewhere.example' } })).toMatchObject({
      code: 'sso_other_domain',
    });
  });

  test('what is no form, no response or too large', async () => {
    const path = `${apiBase}/auth/saml/1/acs/`;
    const send = async (payload: string, type = 'application/x-www-form-urlencoded') =>
      (await sso.server.program.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload }))
        .statusCode;
    expect(await send('a=b')).toBe(400);
    expect(await send('{}', 'application/json')).toBe(415);
    expect(await send(`SAMLResponse=${'A'.repeat(300_000)}`)).toBe(413);
  });
});

describe('a response of a stranger', () => {
  const respond = (request: string, beside: string): string =>
    Buffer.from(
      `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r" InResponseTo="${request}"><p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>${beside}<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a"/></p:Response>`,
    ).toString('base64');
  const pathOf = (manager: Person): string => `${apiBase}/auth/saml/${manager.organization_id}/acs/`;

  test('is not parsed unless it answers a question that is open', async () => {
    const path = pathOf(await setUp(newDomain()));
    const reading = vi.spyOn(sso.server.program.system.ports.saml, 'readResponse');
    const page = await deliver({ path, SAMLResponse: respond('_nobody-asked', '') });
    expect(page.searchParams.get('error')).toBe('sso_failed');
    expect(reading).not.toHaveBeenCalled();
    reading.mockRestore();
  });

  test('a hostile answer delays no other request, even while a sign-in is open', async () => {
    const domain = newDomain();
    const path = pathOf(await setUp(domain));
    const askedId = async () => /ID="([^"]+)"/.exec(await decodeRequest((await ask(domain)).url))?.[1] ?? '';
    await deliver({ path, SAMLResponse: respond(await askedId(), '') });
    const endWatch = watchLongestBlock();
    for (const beside of [
      '<a/>'.repeat(15_000),
      '<a>'.repeat(15_000),
      '<a/>'.repeat(900),
      `<a ${' '.repeat(50_000)}/>`,
    ]) {
      const page = await deliver({ path, SAMLResponse: respond(await askedId(), beside) });
      expect(page.searchParams.get('error')).toBe('sso_failed');
    }
    expect(endWatch()).toBeLessThan(250);
  });
});

async function decodeRequest(url: string): Promise<string> {
  const { inflateRawSync } = await import('node:zlib');
  return inflateRawSync(Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
}
