import { api } from '@overture/contract';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { expect, test } from 'vitest';
import { apiBase } from '../../../kernel/http/bind.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { makeList } from '../settings/campaigns.factory.ts';

const server = useTestServer();

test('a lead of a campaign names the key that added it and the one that set its status, also once it is revoked', async () => {
  const person = await server.signUp();
  const campaign = (await person.call(api.createCampaign, { body: { name: 'By program' } })).data.campaign.id;
  const { search_id, prospect_ids } = await makeList(server, person.organization_id, [
    { first_name: 'Ada', email: 'ada@acme.example' },
    { first_name: 'Bob', email: 'bob@acme.example' },
  ]);
  const [ada, bob] = prospect_ids as [number, number];
  const { key, secret } = (
    await person.call(api.createApiKey, { body: { name: 'Zapier', scopes: KEY_BUNDLES.send.scopes } })
  ).data;
  const byKey = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
    const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': path };
    const answer = await server.program.app.inject({ method, url: `${apiBase}${path}`, headers, payload });
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  };
  const programsOf = async (id: number) => {
    const { data } = await person.call(api.getCampaignLead, { params: { id }, query: { campaign_id: campaign } });
    const { added_by_key, status_by_key } = data.prospect.scheduled_campaign;
    return [added_by_key, status_by_key];
  };
  await person.call(api.addToCampaign, { params: { id: search_id }, body: { campaign, amount: 1 } });
  await byKey('POST', `/search/${search_id}/prospects/add-to-campaign/`, { campaign, amount: 1000 });
  const zapier = { id: key.id, name: 'Zapier', is_app: false };
  expect([await programsOf(ada), await programsOf(bob)]).toEqual([
    [null, null],
    [zapier, null],
  ]);
  const setStatus = (status: string) =>
    server.owner.query('update campaign_leads set status = $2 where prospect_id = $1', [ada, status]);
  await setStatus('ACTIVE');
  await byKey('PATCH', `/campaigns/${campaign}/prospects/${ada}/status/`, { status: 'PAUSED' });
  await person.call(api.revokeApiKey, { params: { id: key.id } });
  expect(await programsOf(ada)).toEqual([null, zapier]);
  // The engine or a person sets the next one.
  await setStatus('REPLIED');
  expect(await programsOf(ada)).toEqual([null, null]);
});
