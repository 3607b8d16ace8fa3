import { api } from '@overture/contract';
import type { CrmType } from '@overture/domain/crm';
import type { TestClient } from '../../testing/harness.ts';
import { crmRecords, type MailWorld } from '../../testing/mail-world.ts';

export type CrmControl = {
  control<Answer = unknown>(body: object, path?: string): Promise<Answer>;
  rows(kind?: string): Promise<{ id: number; fields: Record<string, unknown> }[]>;
};

/** Commands a stand-in CRM. */
export function commandCrm(world: Pick<MailWorld, 'control' | 'sandbox'>, type: CrmType): CrmControl {
  const base = `/${type.toLowerCase()}/__control`;
  return {
    control: (body, path = '/crm') => world.control(`${base}${path}`, body),
    async rows(kind: string = crmRecords(type).person) {
      const answer = await fetch(`${world.sandbox.addresses.http_url}${base}/rows?kind=${kind}`);
      return ((await answer.json()) as { rows: never[] }).rows;
    },
  };
}

/** Connects an account as a browser does: the page of consent, and its return. @param without a scope that is not granted */
export async function connectCrm(
  world: MailWorld,
  person: TestClient,
  type: CrmType,
  email = 'ann@acme.example',
  without?: string,
): Promise<void> {
  await world.control(`/${type.toLowerCase()}/__control/oauth`, { auto_approve: email });
  const params = { id: type };
  const asked = await person.call(api.connectIntegration, { params, body: {} });
  const page = new URL(asked.data.authorization_url ?? '');
  const scopes = page.searchParams.get('scope')?.split(' ') ?? [];
  page.searchParams.set('scope', scopes.filter((scope) => scope !== without).join(' '));
  const back = await world.visit(page.href);
  const answer = await person.call(api.connectIntegration, { params, body: { code: back.code, state: back.state } });
  if (answer.status !== 200) throw new Error(`${type} was not connected: ${JSON.stringify(answer.error)}`);
}
