import { SEARCH } from '@overture/adapters/linkedin/testing/sandbox-world';
import { beforeEach, expect, test } from 'vitest';
import { compareDatabase } from '../../../kernel/db/replica/known-database.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { campaignStepKind } from '../../campaigns/index.ts';
import * as world from '../../campaigns/run/run.factory.ts';
import { makeReceipt } from '../intents/outbound.rules.ts';
import { BegunActions } from './begun-actions.service.ts';
import type { Dispatched } from './dispatch.service.ts';
import { settleResponses } from './settle-responses.service.ts';

/** What else the database may say of an action that a process began. `failover.scenario.test` of the campaigns loses it. */
const { server, linkedin } = useCampaignWorld({ has_linkedin: true });
const system = () => server.program.system;
const kinds = new Map([[campaignStepKind.name, campaignStepKind]]);

let account_id: number;
let dispatched: Dispatched;

/** A message of a campaign that was sent, as the process knows it that began it. */
beforeEach(async () => {
  const seat_id = await linkedin.connectSeat('SALES_NAVIGATOR');
  const organization_id = await world.makeOrganization(system());
  account_id = await world.makeLinkedinSender(system(), organization_id, { seat_id, tier: 'SALES_NAVIGATOR' });
  const campaign = await world.makeCampaign(system(), {
    ...{ organization_id, account_id: null, linkedin_account_id: account_id },
    nodes: [{ type: 'LINKEDIN_MESSAGE', message: 'Shall we talk?' }],
  });
  const { people } = await linkedin.port.reading.readPage(seat_id, { source: SEARCH, cursor: null, limit: 50 });
  const friend = people.find((person) => person.network_distance === 1 && person.public_identifier !== null)!;
  const ids = await world.makePeople(system(), organization_id, [{ email: null, linkedin: friend.public_identifier! }]);
  await world.startPeople(system(), campaign, organization_id, ids);
  await world.runUntilQuiet(system());
  dispatched = await loadDispatched();
  await server.owner.query(`update campaigns set status = 'PAUSED', version = version + 1 where id = $1`, [
    campaign.id,
  ]);
  await server.owner.query('update campaign_leads set linkedin_touched_at = null where organization_id = $1', [
    organization_id,
  ]);
});

async function loadDispatched(): Promise<Dispatched> {
  const { rows } = await server.owner.query(
    `select id::int, organization_id::int, kind, action, ref_id::int, ref_part::int, account_id::int, prospect_id::int, campaign_id::int,
      attempts, lease_token::float8, dispatched_at from outbound_intents where account_id = $1`,
    [account_id],
  );
  const { kind, action, ref_id, ref_part, prospect_id, campaign_id, ...row } = rows[0];
  return {
    ...row,
    channel: 'linkedin',
    purpose: { kind, ref_id, ref_part, prospect_id, campaign_id, revision: null, variant: null },
    content: {
      ...{ action, provider_id: 'person', public_identifier: null, name: null, chat_id: null, text: 'Shall we talk?' },
      ...{ subject: null, attachments: [] },
    },
    seat_id: 'seat',
    tier: null,
  };
}

const setState = (state: string, dispatchedAt: Date | null = dispatched.dispatched_at) =>
  server.owner.query('update outbound_intents set state = $2, settled_by = null, dispatched_at = $3 where id = $1', [
    dispatched.id,
    state,
    dispatchedAt,
  ]);

const findState = async () =>
  (await server.owner.query('select state, account_id::int from outbound_intents where id = $1', [dispatched.id]))
    .rows[0];

test('a try of unknown outcome that the database knows, and that is over there, is not opened again', async () => {
  const begun = new BegunActions(kinds);
  begun.begin(dispatched);
  await setState('cancelled');
  await begun.recordAgain(system(), 'released');
  expect(await findState()).toMatchObject({ state: 'cancelled' });
  // A database that has lost the try.
  await setState('cancelled', null);
  await begun.recordAgain(system(), 'promoted');
  expect(await findState()).toMatchObject({ state: 'unknown' });
});

test('an action of a sender that the database does not know is recorded', async () => {
  const begun = new BegunActions(kinds);
  begun.begin({ ...dispatched, account_id: 999_999_999 });
  await setState('cancelled', null);
  await begun.recordAgain(system(), 'promoted');
  expect(await findState()).toEqual({ state: 'unknown', account_id });
});

test('an answer is not written into a former primary, where it would be lost', async () => {
  await setState('dispatching');
  const settle = () =>
    settleResponses(system(), kinds, [{ dispatched, answer: { ok: true, receipt: makeReceipt({}) } }]);
  compareDatabase(system().config, { timeline: 99, confirmed_at: null });
  await expect(settle()).rejects.toThrow('former primary');
  expect(await findState()).toMatchObject({ state: 'dispatching' });
  await server.owner.query('update installation set sending_confirmed_at = now()');
  await settle();
  expect(await findState()).toMatchObject({ state: 'confirmed' });
});
