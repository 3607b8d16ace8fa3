import { api } from '@overture/contract';
import type { Endpoint } from '@overture/contract/endpoint';
import { apiBase } from '../../kernel/http/bind.ts';
import type { TestServer } from '../../testing/harness.ts';
import type { MailWorld } from '../../testing/mail-world.ts';
import { resolveNames, useMailWorld } from '../../testing/worlds.ts';

type Person = Awaited<ReturnType<TestServer['signUp']>>;

export const LOOK = {
  company_display_name: 'Acme Reach',
  website_url: 'https://acme-reach.example',
  primary_color: '#0F766E',
  button_color: '#0F766E',
  secondary_color: '#134E4A',
  button_style: 'SQUARE' as const,
};

/** A server beside a name server controlled by the test: see `useBrandWorld`. */
export class BrandWorld {
  readonly world: MailWorld;
  readonly server: TestServer;

  constructor({ world, server }: ReturnType<typeof useMailWorld>) {
    this.world = world;
    this.server = server;
  }

  setRecord(type: 'TXT' | 'CNAME', name: string, text: string): Promise<unknown> {
    return this.world.control('/dns/__control/text', { type, name, text });
  }

  /** A white-label agency that has its looks. */
  async signUpAgency(look: object = {}): Promise<Person> {
    const person = await this.server.signUp('Gus Agency');
    await this.server.owner.query(
      'update organizations set is_agency = true, is_whitelabel = true where organization_id = $1',
      [person.organization_id],
    );
    const saved = await person.call(api.saveAgencyBranding, { body: { ...LOOK, ...look } });
    if (saved.status !== 200) throw new Error(`the looks were not saved: ${JSON.stringify(saved.error)}`);
    return person;
  }

  async signUpClient(agency: Person): Promise<Person> {
    const person = await this.server.signUp('Clara Client');
    await this.server.owner.query(
      'update organizations set is_whitelabel = true, agency_id = $2 where organization_id = $1',
      [person.organization_id, agency.organization_id],
    );
    return person;
  }

  async proveHost(agency: Person, domain: string): Promise<void> {
    await agency.call(api.saveAgencyBranding, { body: { ...LOOK, domain } });
    const { data } = await agency.call(api.getBrandHost);
    for (const record of data.host?.records ?? []) await this.setRecord(record.type, record.name, record.value);
    const checked = await agency.call(api.checkBrandHost);
    if (!checked.data.host?.is_in_use) throw new Error(`${domain} was not proven: ${JSON.stringify(checked.data)}`);
  }

  /** A browser at a host, by https as all of them. */
  inject(
    host: string,
    url: string,
    options: { method?: 'GET' | 'POST'; cookie?: string; jwt?: string; body?: object } = {},
  ) {
    const { method = 'GET', cookie, jwt, body } = options;
    return this.server.program.app.inject({
      method,
      url,
      headers: { host, ...(cookie ? { cookie } : {}), ...(jwt ? { jwt } : {}) },
      ...(body ? { payload: body } : {}),
    });
  }

  call(host: string, endpoint: Endpoint, options: { jwt?: string; body?: object } = {}) {
    const method = endpoint.method as 'GET' | 'POST';
    const body = method === 'GET' ? {} : { body: options.body ?? {} };
    return this.inject(host, apiBase + endpoint.path, {
      method,
      ...(options.jwt ? { jwt: options.jwt } : {}),
      ...body,
    });
  }

  async passTime(person: Person, hours: number): Promise<void> {
    const moved = await person.call(api.advanceClock, { body: { advance_in_seconds: hours * 3600 } });
    if (moved.status !== 200) throw new Error(`the clock was not moved: ${JSON.stringify(moved.error)}`);
  }
}

/** The world of mail, with a program that finds the records of brands in its name server. */
export function useBrandWorld(): BrandWorld {
  const environment = (world: MailWorld) => ({ ...resolveNames(world), APP_CNAME_TARGET: 'edge.installation.test' });
  return new BrandWorld(useMailWorld({ environment }));
}
