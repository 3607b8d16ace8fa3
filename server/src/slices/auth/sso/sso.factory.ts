import { api } from '@overture/contract';
import { apiBase } from '../../../kernel/http/bind.ts';
import type { TestServer } from '../../../testing/harness.ts';
import type { MailWorld } from '../../../testing/mail-world.ts';
import { resolveNames, useMailWorld } from '../../../testing/worlds.ts';

export type Person = Awaited<ReturnType<TestServer['signUp']>>;

interface Answer {
  status: number;
  body: ReturnType<JSON['parse']>;
}

/** A server beside a name server and an identity provider controlled by the test, and browsers that follow the redirects. */
class SsoWorld {
  readonly world: MailWorld;
  readonly server: TestServer;

  constructor({ world, server }: ReturnType<typeof useMailWorld>) {
    this.world = world;
    this.server = server;
  }

  get issuer(): string {
    return `${this.world.sandbox.addresses.http_url}/identity`;
  }

  connection(change: object = {}) {
    const given = { issuer: this.issuer, client_id: 'sandbox', client_secret: 'sandbox', lets_people_join: true };
    return { kind: 'oidc' as const, ...given, ...change };
  }

  setText(name: string, text: string): Promise<unknown> {
    return this.world.control('/dns/__control/text', { name, text });
  }

  async proveDomain(manager: Person, domain: string): Promise<number> {
    const { data } = await manager.call(api.addSsoDomain, { body: { domain } });
    await this.setText(data.record_name, data.record_text);
    const { data: checked } = await manager.call(api.checkSsoDomain, { params: { id: data.id } });
    if (!checked.verified) throw new Error(`${domain} was not proven`);
    return data.id;
  }

  /** An organization with a proven domain and a provider. */
  async setUp(domain: string, change: object = {}): Promise<Person> {
    const manager = await this.server.signUp();
    await this.proveDomain(manager, domain);
    const saved = await manager.call(api.saveSso, { body: this.connection(change) });
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.error));
    return manager;
  }

  /** What the provider says of an account besides, or instead. */
  say(email: string, set: Record<string, unknown>): Promise<unknown> {
    return this.world.control('/identity/__control/identity', { claims: { email, set } });
  }

  async post(
    path: string,
    payload: object,
    headers: Record<string, string> = {},
  ): Promise<Answer & { cookie: string }> {
    const answer = await this.server.program.app.inject({
      method: 'POST',
      url: `${apiBase}${path}`,
      headers: { origin: 'http://localhost', ...headers },
      payload,
    });
    const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
    return { status: answer.statusCode, body: answer.json(), cookie };
  }

  /** A browser at the provider, as this account, and back at our callback: where it is led. */
  async visit(url: string, cookie: string, email: string): Promise<URL> {
    await this.world.control('/identity/__control/oauth', { auto_approve: email });
    return this.comeBack(await this.world.visit(url), cookie);
  }

  async comeBack(query: Record<string, string>, cookie: string): Promise<URL> {
    const back = await this.server.program.app.inject({
      method: 'GET',
      url: `${apiBase}/auth/sso/callback/`,
      query,
      headers: cookie ? { cookie } : {},
    });
    return new URL(String(back.headers.location));
  }

  async signIn(email: string, domain = email.slice(email.indexOf('@') + 1)): Promise<Answer> {
    const start = await this.post('/auth/sso/', { organization_domain: domain });
    if (start.status !== 200) return start;
    const page = await this.visit(start.body.data.redirect_url, start.cookie, email);
    const ticket = page.searchParams.get('sso');
    if (ticket === null) return { status: 0, body: { code: page.searchParams.get('error') } };
    return this.post('/auth/sso/finish/', { ticket }, { cookie: start.cookie });
  }
}

/** The world of mail, with a program that finds the records of domains in its name server. */
export function useSsoWorld(): SsoWorld {
  return new SsoWorld(useMailWorld({ environment: resolveNames }));
}
