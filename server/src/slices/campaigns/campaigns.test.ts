import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

describe('drafts', () => {
  test('an empty body makes a blank draft with a name of its own', async () => {
    const person = await server.signUp();
    const names = [];
    for (let n = 0; n < 3; n += 1) names.push((await person.call(api.createCampaign, { body: {} })).data.campaign.name);
    expect(names).toEqual(['New campaign', 'New campaign 2', 'New campaign 3']);
    const { campaigns } = (await person.call(api.listCampaigns)).data;
    expect(campaigns.map(({ name, status }) => [name, status])).toEqual(
      names.toReversed().map((name) => [name, 'DRAFT']),
    );
    const { campaign } = (await person.call(api.getCampaign, { params: { id: campaigns[0]!.id } })).data;
    expect(campaign).toMatchObject({
      timezone: 'UTC',
      language: 'en',
      sending_window: { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
      steps: [],
      conditions: [],
      first_step: null,
      total_prospects: 0,
      email_max_messages: 40,
    });
  });
});
