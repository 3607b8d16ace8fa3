import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCommandLine } from '../../app/commands/command-line.ts';
import { useTestServer } from '../../testing/harness.ts';
import { reserveCredits } from '../billing/index.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
const query = (text: string, values: unknown[]) => server.owner.query(text, values);

/** A user whose trial ended yesterday. */
async function ended(hadSubscription = false): Promise<Person> {
  const person = await server.signUp();
  await query(
    `update organizations set trial_ends_at = app_now() - interval '1 day', had_subscription = $2 where organization_id = $1`,
    [person.organization_id, hadSubscription],
  );
  return person;
}

const gated = Object.entries(api).filter(([, endpoint]) => endpoint.needs_plan);

describe('after trial or subscription', () => {
  let person: Person;
  beforeAll(async () => {
    person = await ended();
  });

  test('calls that spend credits or contact leads are marked so', () => {
    expect(gated.map(([name]) => name).sort()).toEqual([
      'continueResearch',
      'editResearchTask',
      'enrichSelectedCells',
      'generateResponse',
      'lookUpCampaignCells',
      'lookUpMissing',
      'replaceResearch',
      'sendMessageTest',
      'sendSequenceTest',
      'setAutomaticResearch',
      'startCampaignLookups',
      'startResearch',
      'writeSequenceMessage',
      'writeSnippets',
    ]);
  });

  test.each(gated)('%s answers 402 in words', async (_, endpoint) => {
    const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1]));
    const answer = await person.call(endpoint as never, { params, body: {} } as never);
    expect([answer.status, answer.error]).toMatchObject([
      402,
      { code: 'subscription_required', error: 'Your trial has ended. Please upgrade your plan to continue.' },
    ]);
  });

  test('a campaign neither starts nor resumes, and can be paused', async () => {
    const { campaign } = (await person.call(api.createCampaign, { body: { name: 'Autumn' } })).data;
    const params = { id: campaign.id };
    const start = () => person.call(api.activateCampaign, { params, body: {} });
    const setStatus = (status: string) =>
      query('update campaigns set status = $2, activated_at = app_now() where id = $1', [campaign.id, status]);
    expect((await start()).status).toBe(402);
    await setStatus('PAUSED');
    expect((await start()).status).toBe(402);
    await setStatus('ACTIVE');
    expect((await start()).data.campaign.status).toBe('PAUSED');
  });

  test('reading, exporting and answering stay open', async () => {
    expect((await person.call(api.getUser)).data.user.organization.is_in_trial).toBe(false);
    for (const endpoint of [api.listSearches, api.listCampaigns, api.listChats, api.listUnmatchedReplies])
      expect((await person.call(endpoint as typeof api.listChats)).status).toBe(200);
    const rows = await query(
      `insert into prospects (organization_id, first_name, last_name) values ($1, 'Grace', 'Hopper') returning id`,
      [person.organization_id],
    );
    const answer = await person.call(api.sendChatMessage, {
      params: { id: rows.rows[0].id },
      body: { message: 'Hello' },
    });
    expect(answer.error.code).not.toBe('subscription_required');
    const { id } = (await person.call(api.createSearch, { body: { name: 'People' } })).data;
    const file = await person.call(api.exportSearchProspects, { params: { id }, body: {} as never });
    expect(file.status).not.toBe(402);
  });

  test('nothing of the program sets credits aside either', async () => {
    const reserve = server.program.system
      .forOrganization(person.organization_id)
      .transaction((tx) =>
        reserveCredits(tx, { kind: 'research', amount: 1, purpose: 'Test', key: crypto.randomUUID() }),
      );
    await expect(reserve).rejects.toMatchObject({ code: 'subscription_required' });
  });

  test('an ended subscription is reported; with one everything is open again immediately', async () => {
    const former = await ended(true);
    const params = { id: 1 };
    const start = () => former.call(api.startCampaignLookups, { params, body: {} as never });
    expect((await start()).error.error).toBe('Your subscription has ended. Please upgrade your plan to continue.');
    await query('update organizations set active_subscription = true where organization_id = $1', [
      former.organization_id,
    ]);
    expect((await start()).status).not.toBe(402);
  });
});

describe('who runs the installation', () => {
  async function run(...args: string[]): Promise<string> {
    const said: string[] = [];
    const config = { ...server.config, DATABASE_URL: server.connectionString };
    const line = createCommandLine({ config, directory: '/', say: (text) => said.push(text) });
    await line.parseAsync(['plan', ...args], { from: 'user' });
    return said.join();
  }

  test('grants an organization a plan for some days or for good, and ends it', async () => {
    const person = await ended();
    const state = async () => (await person.call(api.getUser)).data.user.organization;
    expect(await run('grant', person.email.toUpperCase(), '--days', '30')).toMatch(/may spend and send for 30 days\.$/);
    expect(await state()).toMatchObject({ is_in_trial: true, trial_days_remaining: 30, active_subscription: false });
    expect(await run('end', person.email)).toMatch(/no longer spends or sends\.$/);
    expect(await state()).toMatchObject({ is_in_trial: false, active_subscription: false });
    expect(await run('grant', person.email)).toMatch(/may spend and send from now on\.$/);
    expect(await state()).toMatchObject({ active_subscription: true, had_subscription: true });
    await expect(run('grant', 'nobody@acme.example')).rejects.toThrow('No user has the address nobody@acme.example.');
    await expect(run('grant', person.email, '--days', '0')).rejects.toThrow('--days is a whole number from 1 to 3650.');
  });
});
