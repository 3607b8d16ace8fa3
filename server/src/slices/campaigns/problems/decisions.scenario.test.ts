import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { wakeCampaigns } from '../../campaign-lanes/index.ts';
import { createList, csvHeader, importCsv } from '../../searches/lists.factory.ts';
import { releaseCompleteLeads } from '../missing-data/release.service.ts';
import { SKIPPED_TEXT } from '../run/leads/advance.service.ts';
import { startLeads } from '../run/leads/run-leads.store.ts';
import { listStepRuns } from '../run/leads/step-runs.store.ts';
import * as world from '../run/run.factory.ts';
import { fixProblem, undoDecision } from './fix-problem.service.ts';

const DAY = 86_400;
const { server, mail } = useCampaignWorld({ slow_in_ms: 100, answer_timeout_in_ms: 30_000 });
const system = () => server.program.system;

async function makeHeld(nodes: world.NodeSpec[]) {
  const organization_id = await world.makeOrganization(system());
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
  });
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const persons = ['full', 'bare'].map((word) => ({
    email: `${word}${organization_id}@northwind.example`,
    company_name: word === 'full' ? 'Acme' : null,
  }));
  const prospect_ids = await world.makePeople(system(), organization_id, persons);
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  await world.runUntilQuiet(system());
  const ctx = system().forOrganization(organization_id);
  const subjects = (index: number) =>
    [...mail.store.mails()]
      .filter((one) => one.recipients.includes(persons[index]!.email))
      .map((one) => /^Subject: (.*)$/m.exec(one.raw.toString())?.[1])
      .reverse();
  const decide = (fix: 'skip' | 'stand_in', node: number, words?: string) =>
    fixProblem(ctx, campaign.id, { step_id: node, field: 'company_name', fix, words, seen_leads: 1 });
  return { organization_id, campaign, lead_ids, ctx, subjects, decide };
}

const statusOf = async (id: number) => {
  const rows = await system().systemTransaction(({ db }) =>
    sql<{ status: string }>`select status from campaign_leads where id = ${id}`.execute(db),
  );
  return rows.rows[0]!.status;
};

const NODES: world.NodeSpec[] = [
  { type: 'EMAIL', subject: 'One', message: 'About {{company_name}}' },
  { type: 'EMAIL', subject: 'Two', message: 'And?', delay_in_hours: 48 },
];

test('a skipped step is shown in the timeline, and the next one waits its full delay', async () => {
  const made = await makeHeld(NODES);
  const [first] = made.campaign.node_ids as [number, number];
  expect(made.subjects(1)).toEqual([]);
  expect(await made.decide('skip', first)).toBe(1);
  await world.runUntilQuiet(system());
  expect(made.subjects(1)).toEqual([]);
  const runs = await made.ctx.transaction((tx) => listStepRuns(tx, [made.lead_ids[1]!]));
  expect(runs).toMatchObject([{ node_id: first, outcome: 'done', error: SKIPPED_TEXT, intent_id: null }]);
  await world.moveClock(system(), DAY);
  await world.runUntilQuiet(system());
  expect(made.subjects(1)).toEqual([]);
  await world.moveClock(system(), DAY + 60);
  await world.runUntilQuiet(system());
  expect(made.subjects(1)).toEqual(['Two']);
  expect(await statusOf(made.lead_ids[1]!)).toBe('COMPLETED');
  // A skipped step contacted no lead.
  const events = await system().systemTransaction(({ db }) =>
    sql<{
      type: string;
    }>`select type from campaign_events where campaign_lead_id = ${made.lead_ids[1]!} and action = 'EMAIL'
      order by occurred_at`.execute(db),
  );
  expect(events.rows.map(({ type }) => type)).toEqual(['skipped', 'email_sent']);
});

test('a stand-in releases a held lead', async () => {
  const made = await makeHeld(NODES.slice(0, 1));
  expect(await made.decide('stand_in', made.campaign.node_ids[0]!, 'your company')).toBe(1);
  await releaseCompleteLeads(system(), new AbortController().signal);
  await world.runUntilQuiet(system());
  expect(made.subjects(1)).toEqual(['One']);
  expect(await statusOf(made.lead_ids[1]!)).toBe('COMPLETED');
});

test('a skip ahead that is taken back in time sends the step after all', async () => {
  const made = await makeHeld([
    { type: 'EMAIL', subject: 'One', message: 'Hi' },
    { type: 'EMAIL', subject: 'Two', message: 'About {{company_name}}', delay_in_hours: 24 },
    { type: 'EMAIL', subject: 'Three', message: 'Bye', delay_in_hours: 24 },
  ]);
  const second = made.campaign.node_ids[1]!;
  expect(await made.decide('skip', second)).toBe(1);
  expect(await undoDecision(made.ctx, made.campaign.id, { step_id: second })).toBe(1);
  expect(await made.decide('stand_in', second, 'you')).toBe(1);
  for (const _ of [1, 2]) {
    await world.moveClock(system(), DAY + 60);
    await world.runUntilQuiet(system());
  }
  expect(made.subjects(1)).toEqual(['One', 'Two', 'Three']);
});

test('a lead that starts at a skipped step passes it', async () => {
  const made = await makeHeld(NODES);
  const [first] = made.campaign.node_ids as [number, number];
  await system().systemTransaction(({ db }) =>
    sql`update campaign_leads set status = 'NOT_STARTED', next_node_id = null, next_lane = null, next_at = null,
      waiting_rule = null, skipped_nodes = array[${first}]::bigint[] where id = ${made.lead_ids[1]!}`.execute(db),
  );
  await made.ctx.transaction(async (tx) => {
    const first_step = { campaign_id: made.campaign.id, first_node_id: first, first_lane: 'email', delay_in_hours: 0 };
    expect(await startLeads(tx, { ...first_step, prospect_ids: null })).toBe(1);
    await wakeCampaigns(tx, [made.campaign.id]);
  });
  await world.runUntilQuiet(system());
  const runs = await made.ctx.transaction((tx) => listStepRuns(tx, [made.lead_ids[1]!]));
  expect(runs.map(({ node_id, error }) => [node_id, error])).toEqual([[first, SKIPPED_TEXT]]);
});

test('50 leads, 8 without a job title: 42 sent and 8 held, then 5 of a file and 3 replaced go out', async () => {
  const person = await server.signUp();
  const { organization_id } = person;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
  });
  const nodes = [{ type: 'EMAIL' as const, subject: 'One', message: 'As {{job_title}}' }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const persons = Array.from({ length: 50 }, (_, index) => ({
    email: `p${index}.${organization_id}@northwind.example`,
  }));
  const prospect_ids = await world.makePeople(system(), organization_id, persons);
  const bare = prospect_ids.slice(0, 8);
  await system().systemTransaction(({ db }) =>
    sql`update prospects set job_title = case when id = any(${bare}::bigint[]) then null else 'CTO' end
      where organization_id = ${organization_id}`.execute(db),
  );
  await world.startPeople(system(), campaign, organization_id, prospect_ids);
  const ctx = system().forOrganization(organization_id);
  const release = async () => {
    await releaseCompleteLeads(system(), new AbortController().signal);
    await world.runUntilQuiet(system());
    const found = await system().systemTransaction(({ db }) =>
      sql<{ sent: number; held: number; failed: number; status: string }>`select
          count(*) filter (where l.status = 'COMPLETED')::int as sent,
          count(*) filter (where l.waiting_rule = 'missing_data')::int as held,
          count(*) filter (where l.status = 'FAILED')::int as failed, min(c.status) as status
        from campaign_leads l join campaigns c on c.id = l.campaign_id where c.id = ${campaign.id}`.execute(db),
    );
    return found.rows[0];
  };
  await world.runUntilQuiet(system());
  // 40 a day are the most a mailbox sends.
  await world.moveClock(system(), DAY);
  expect(await release()).toEqual({ sent: 42, held: 8, failed: 0, status: 'ACTIVE' });
  const file = persons.slice(0, 5).map(({ email }) => `Kim,Reader,${email},,Northwind,Head of sales,,`);
  const imported = await importCsv(person, await createList(person), [csvHeader, ...file].join('\n'), {
    rows_without_linkedin: 'import',
  });
  expect(imported.data).toMatchObject({ updated_prospects: 5 });
  // On the same day: without a person, and before a day is over.
  expect(await release()).toEqual({ sent: 47, held: 3, failed: 0, status: 'ACTIVE' });
  const words = { field: 'job_title', fix: 'stand_in' as const, words: 'a leader', seen_leads: 3 };
  expect(await fixProblem(ctx, campaign.id, { step_id: campaign.node_ids[0]!, ...words })).toBe(3);
  expect(await release()).toEqual({ sent: 50, held: 0, failed: 0, status: 'COMPLETED' });
}, 90_000);
