import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { addClient, fund, signUpAgency } from '../agency/agency.factory.ts';
import { moveMonthlyExtras } from '../agency/index.ts';
import { grantMonthlyCredits } from './organizations.service.ts';

/** The monthly round and the clients of agencies. */
const server = useTestServer();
let agency: Awaited<ReturnType<typeof server.signUp>>;

beforeEach(async () => {
  agency = await signUpAgency(server);
});

const round = async () => {
  await grantMonthlyCredits(server.program.system);
  await moveMonthlyExtras(server.program.system, new AbortController().signal);
};
const balanceOf = async (id: number): Promise<number> =>
  (await server.owner.query('select email_credits from organizations where organization_id = $1', [id])).rows[0]
    .email_credits;
const own = () => balanceOf(agency.organization_id);
const clientOf = async (id: number) => (await agency.call(api.getClient, { params: { id } })).data.client;

test.each(['5 days', '-1 day'])(
  'clients of an agency without a paid plan get nothing (trial ends in %s)',
  async (trial) => {
    await server.owner.query(
      `update organizations set active_subscription = false, trial_ends_at = app_now() + $2::interval where organization_id = $1`,
      [agency.organization_id, trial],
    );
    const { id } = await addClient(server, agency, { extra_credits: 20_000 });
    const before = [await own(), await balanceOf(id)];
    await round();
    expect([await own(), await balanceOf(id)]).toEqual(before);
    expect(before[0]! + before[1]!).toBe(100);
  },
);

test('extra credits of the next month leave the balance again, and wait while it is too low', async () => {
  await fund(server, agency, 400);
  const { id } = await addClient(server, agency, { extra_credits: 500 });
  expect([await own(), await balanceOf(id)]).toEqual([0, 1250]);
  // As if all of this had happened a month ago.
  const last = new Date();
  last.setUTCDate(0);
  const [now, before] = [new Date(), last].map((date) => date.toISOString().slice(0, 7));
  await server.owner.query(
    `update credit_entries set key = replace(key, $2, $3) where organization_id = any ($1) and key like '%' || $2 || '%'`,
    [[id, agency.organization_id], now, before],
  );
  await round();
  expect([await own(), await balanceOf(id)]).toEqual([0, 2000]);
  expect((await clientOf(id)).credits_due).toEqual({ credits: 500, from: 'balance', url: null });
  await fund(server, agency, 600);
  for (let time = 0; time < 2; time += 1) await round();
  expect([await own(), await balanceOf(id)]).toEqual([100, 2500]);
  expect((await clientOf(id)).credits_due).toBeNull();
});
