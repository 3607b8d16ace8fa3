import { writeToken } from '@overture/domain/message/tokens';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useReadMailWorld } from '../../../testing/worlds.ts';
import { BUILT_IN_TASKS } from '../../research-tasks/index.ts';
import { previewStep } from '../editor/preview.service.ts';
import { getCosts, getMissingData } from '../lookups/enrichment-costs.service.ts';
import { releaseCompleteLeads } from '../missing-data/release.service.ts';
import { getCampaign } from '../settings/campaigns.service.ts';
import * as world from './run.factory.ts';

const task = BUILT_IN_TASKS.find((one) => one.data_enrichment_type === null)!;
const result = writeToken({ kind: 'research', id: task.id, name: task.name });

const { server, mail } = useReadMailWorld();
const system = () => server.program.system;

async function answer(organization_id: number, prospect_id: number, output: string | boolean | null): Promise<void> {
  const content = JSON.stringify({ status: output === null ? 'not_found' : 'found', output });
  await system().systemTransaction(({ db }) =>
    sql`insert into enrichment_answers (organization_id, prospect_id, prompt_id, state, answer)
      values (${organization_id}, ${prospect_id}, ${task.id}, 'done', ${content}::jsonb)`.execute(db),
  );
}

async function startMails(message: string, people: number, fallback?: string) {
  const organization_id = await world.makeOrganization(system());
  const { smtp, imap } = mail.sandbox.addresses;
  const sender = { email: `ada${organization_id}@acme.example`, smtp_port: smtp.port, imap_port: imap.port };
  const account_id = await world.makeMailSender(system(), organization_id, sender);
  const nodes = [{ type: 'EMAIL' as const, subject: `About ${result}`, message, ...(fallback ? { fallback } : {}) }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const addresses = Array.from({ length: people }, (_, index) => `lead${organization_id}-${index}@northwind.example`);
  const given = addresses.map((email) => ({ email }));
  const prospect_ids = await world.makePeople(system(), organization_id, given);
  return { organization_id, campaign, addresses, prospect_ids, ctx: system().forOrganization(organization_id) };
}

test('results are used in messages; leads without one wait, organizations are separate', async () => {
  const made = await startMails(`We saw: ${result}.`, 3);
  const [found, nothing, unasked] = made.prospect_ids as [number, number, number];
  await answer(made.organization_id, found, 'They hire\n{{first_name}} in <b>Utrecht</b>');
  await answer(made.organization_id, nothing, null);
  const stranger = await world.makeOrganization(system());
  // Another organization cannot even say something of this person.
  await expect(answer(stranger, unasked, 'a secret')).rejects.toThrow(/foreign key/);

  const preview = (prospect_id: number) =>
    previewStep(made.ctx, made.campaign.id, made.campaign.node_ids[0]!, { prospect_id });
  expect(await preview(found)).toMatchObject({
    message: 'We saw: They hire\n{{first_name}} in <b>Utrecht</b>.',
    subject_line: 'About They hire {{first_name}} in <b>Utrecht</b>',
    missing: [],
  });
  expect(await preview(unasked)).toMatchObject({
    message: `We saw: [${task.name}].`,
    missing: [`research:${task.id}:${task.name}`],
  });
  await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  const missing = await getMissingData(made.ctx, made.campaign.id);
  expect(missing.prospects_with_missing_data.map((lead) => [lead.prospect_id, lead.missing_variables])).toEqual([
    [nothing, [`research:${task.id}:${task.name}`]],
    [unasked, [`research:${task.id}:${task.name}`]],
  ]);
  // Research results are paid for already: sending them is free.
  expect(await getCosts(made.ctx, made.campaign.id)).toMatchObject({ enrichment_costs: 0, unique_prompts_used: 1 });

  await world.runUntilQuiet(system());
  const [mailed] = await mail.mailsTo(made.addresses[0]!);
  expect(mailed!.subject).toBe('About They hire {{first_name}} in <b>Utrecht</b>');
  expect(await Promise.all(made.addresses.slice(1).map((address) => mail.mailsTo(address)))).toEqual([[], []]);
  const { rows } = await system().systemTransaction(({ db }) =>
    sql<{ missing_data: string }>`select missing_data from campaign_leads where campaign_id = ${made.campaign.id}
      and waiting_rule = 'missing_data'`.execute(db),
  );
  expect(rows.map(({ missing_data }) => missing_data)).toEqual(
    Array(2).fill(`This lead lacks data the message needs: the research result “${task.name}”.`),
  );
  await answer(made.organization_id, unasked, 'They moved');
  await releaseCompleteLeads(system(), new AbortController().signal);
  await world.runUntilQuiet(system());
  expect((await mail.mailsTo(made.addresses[2]!)).map(({ subject }) => subject)).toEqual(['About They moved']);
  expect(await mail.mailsTo(made.addresses[1]!)).toEqual([]);
});

test('a yes or no is said as a word, and the fallback takes the place of what was not found', async () => {
  const made = await startMails(`Hiring: ${result}`, 2, 'Hello');
  await system().systemTransaction(({ db }) =>
    sql`update campaign_nodes set subject_line = 'Hi' where campaign_id = ${made.campaign.id}`.execute(db),
  );
  await answer(made.organization_id, made.prospect_ids[0]!, true);
  await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  expect(await getMissingData(made.ctx, made.campaign.id)).toMatchObject({ has_missing_data: false });
  await world.runUntilQuiet(system());
  const texts = await Promise.all(made.addresses.map(async (address) => (await mail.mailsTo(address))[0]?.text.trim()));
  expect(texts).toEqual(['Hiring: Yes', 'Hello']);
});

const PAGE = '{{x}} {% if job_title %}"{% endif %}\r\nBcc: all@evil.example\n<script>alert(1)</script>{a|b}';

test('a research key works like a variable, in preview and mail', async () => {
  const made = await startMails(
    '{% if research.is_hiring %}You hire{% else %}You rest{% endif %}. {{ research.pages }} {{ research.year_founded | default: "for long" }}',
    3,
  );
  await system().systemTransaction(({ db }) =>
    sql`update campaign_nodes set subject_line = '{{ research.pages }}' where campaign_id = ${made.campaign.id}`.execute(
      db,
    ),
  );
  const [answered, brief, unasked] = made.prospect_ids as [number, number, number];
  const { rows: own } = await system().systemTransaction(({ db }) =>
    sql<{ id: number }>`insert into enrichment_prompts (organization_id, name, key, output_type)
      values (${made.organization_id}, 'Pages', 'pages', 'LONG_TEXT') returning id`.execute(db),
  );
  const answerTo = (prompt_id: number, prospect_id: number, output: string | number | boolean) =>
    system().systemTransaction(({ db }) =>
      sql`insert into enrichment_answers (organization_id, prospect_id, prompt_id, state, answer)
        values (${made.organization_id}, ${prospect_id}, ${prompt_id}, 'done', ${JSON.stringify({ output })}::jsonb)`.execute(
        db,
      ),
    );
  const pages = own[0]!.id;
  await answerTo(pages, answered, PAGE);
  await answerTo(pages, brief, 'One page');
  await answerTo(13, answered, true);
  await answerTo(13, brief, false);
  await answerTo(19, answered, 1998);
  const preview = (prospect_id: number) =>
    previewStep(made.ctx, made.campaign.id, made.campaign.node_ids[0]!, { prospect_id });
  const line = '{{x}} {% if job_title %}"{% endif %} Bcc: all@evil.example <script>alert(1)</script>{a|b}';
  expect(await preview(answered)).toMatchObject({ missing: [], message: `You hire. ${line} 1998`, subject_line: line });
  expect((await preview(answered)).html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(await preview(unasked)).toMatchObject({ missing: ['research.pages'], message: 'You rest. [Pages] for long' });
  await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  expect((await getMissingData(made.ctx, made.campaign.id)).prospects_with_missing_data).toMatchObject([
    { prospect_id: unasked, missing_variables: ['research.pages'] },
  ]);
  await world.runUntilQuiet(system());
  const [mailed] = await mail.mailsTo(made.addresses[0]!);
  const shown = await preview(answered);
  expect([mailed!.subject, mailed!.text.trim()]).toEqual([shown.subject_line, shown.message]);
  expect(await mail.mailsTo('all@evil.example')).toEqual([]);
  expect((await mail.mailsTo(made.addresses[1]!))[0]!.text.trim()).toBe('You rest. One page for long');
  expect(await mail.mailsTo(made.addresses[2]!)).toEqual([]);
  const { rows: waiting } = await system().systemTransaction(({ db }) =>
    sql<{ missing_data: string }>`select missing_data from campaign_leads where campaign_id = ${made.campaign.id}
      and waiting_rule = 'missing_data'`.execute(db),
  );
  expect(waiting).toEqual([{ missing_data: 'This lead lacks data the message needs: “Pages”.' }]);
  const waits = async () => (await getCampaign(made.ctx, made.campaign.id)).waiting_for_data;
  expect(await waits()).toBe(1);
  await answerTo(pages, unasked, 'Found late');
  await releaseCompleteLeads(system(), new AbortController().signal);
  await world.runUntilQuiet(system());
  expect((await mail.mailsTo(made.addresses[2]!))[0]!.text.trim()).toBe('You rest. Found late for long');
  expect(await waits()).toBe(0);
});
