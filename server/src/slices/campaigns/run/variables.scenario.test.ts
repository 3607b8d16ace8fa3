import type { StepContent } from '@overture/domain/flow/flow';
import { findMissing, variablesOf } from '@overture/domain/message/variables';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useReadMailWorld } from '../../../testing/worlds.ts';
import type { OutboundKind } from '../../action-kinds/index.ts';
import { makePrivacyUrl } from '../../privacy/index.ts';
import { previewStep } from '../editor/preview.service.ts';
import { getLead } from '../leads/leads.service.ts';
import { getMissingData } from '../lookups/enrichment-costs.service.ts';
import { releaseCompleteLeads } from '../missing-data/release.service.ts';
import { campaignStepKind } from './dispatch/campaign-step.service.ts';
import { writeTestEmail } from './dispatch/test-email.service.ts';
import * as world from './run.factory.ts';
import { explainLeads } from './run.service.ts';

/** Texts written by a round that was killed, by lead. */
const died = new Map<number, [string, string]>();
let isDying = false;

/** The kind of campaign steps in a worker that is killed once it has written. */
const dyingKind: OutboundKind = {
  ...campaignStepKind,
  async check(tx, intents, now) {
    const verdicts = await campaignStepKind.check(tx, intents, now);
    if (!isDying) return verdicts;
    const before = died.size;
    for (const { id, ref_id } of intents) {
      const verdict = verdicts.get(id);
      if (verdict?.verdict === 'go' && verdict.letter) died.set(ref_id, [verdict.letter.subject, verdict.letter.text]);
    }
    if (died.size === before) return verdicts;
    throw new Error('The worker was killed.');
  },
};
const PEOPLE = 14;

const { server, mail } = useReadMailWorld(dyingKind);
const system = () => server.program.system;

async function makeMails(node: { subject: string; message: string }, people: readonly Partial<world.PersonSpec>[]) {
  const organization_id = await world.makeOrganization(system());
  const { smtp, imap } = mail.sandbox.addresses;
  const sender = { email: `ada${organization_id}@acme.example`, smtp_port: smtp.port, imap_port: imap.port };
  const account_id = await world.makeMailSender(system(), organization_id, sender);
  const nodes = [{ type: 'EMAIL' as const, ...node }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const given = people.map((person, index) => ({
    email: `lead${organization_id}-${index}@northwind.example`,
    ...person,
  }));
  const prospect_ids = await world.makePeople(system(), organization_id, given);
  const ctx = system().forOrganization(organization_id);
  return {
    organization_id,
    account_id,
    campaign,
    node_id: campaign.node_ids[0]!,
    addresses: given.map(({ email }) => email!),
    prospect_ids,
    ctx,
  };
}

const run = (statement: ReturnType<typeof sql>) => system().systemTransaction(({ db }) => statement.execute(db));

test('preview, timeline, a worker that dies and what is sent say the same to the same lead', async () => {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    first_name: `Kim${index}`,
    company_name: index % 2 ? 'Two & {a|b}' : '{{x}}{% if',
  }));
  const subject = '{Re|About|For} {{ company_name | upcase }}';
  const message = `{Hi|Hello|Hey} {{ first_name | default: "there" }},
{% if company_name contains "Two" %}{two|both} of {{company_name}}{% else %}one of {{company_name}}{% endif %} {{ job_title | default: campaign.name }}
{{ sender.first_name }} ({{ sender.email }}), {{ sender.title }}, {{ sender.phone }}, {{ sender.calendar_url | default: "ask me" }}`;
  const made = await makeMails({ subject, message }, people);
  await run(sql`update accounts set job_title = 'Head of {a|b}', phone = '+31 6 1' where id = ${made.account_id}`);
  const shown = await Promise.all(
    made.prospect_ids.map((prospect_id) => previewStep(made.ctx, made.campaign.id, made.node_id, { prospect_id })),
  );
  const leads = await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  const previews = await Promise.all(
    made.prospect_ids.map((prospect_id) =>
      previewStep(made.ctx, made.campaign.id, made.node_id, { prospect_id, with_outcomes: true }),
    ),
  );
  expect(shown.every(({ missing }) => missing.length === 0)).toBe(true);
  expect(new Set(previews.map(({ message: text }) => text.slice(0, text.indexOf(' ')))).size).toBe(3);
  expect(previews[0]).toMatchObject({ outcomes: 18, problem: null });
  expect(previews.slice(0, 2).flatMap(({ conditions }) => conditions)).toEqual(
    [false, true].map((is_true) => ({ tag: '{% if company_name contains "Two" %}', is_true })),
  );
  expect(new Set(previews[0]!.others.map((other) => other.subject_line + other.message)).size).toBe(5);

  // The first round dies with all it wrote, before anything was handed over.
  died.clear();
  isDying = true;
  const timeline = (await getLead(made.ctx, made.prospect_ids[0]!, made.campaign.id)).scheduled_campaign!.steps[0]!;
  expect([timeline.message, timeline.subject_line]).toEqual([previews[0]!.message, previews[0]!.subject_line]);

  await world.runUntilQuiet(system());
  // One that fails alone is refused: the tests below have a single lead.
  isDying = false;
  for (const [index, address] of made.addresses.entries()) {
    const [sent] = await mail.mailsTo(address);
    const preview = previews[index]!;
    expect([sent!.subject, sent!.text.trim()]).toEqual([preview.subject_line, preview.message]);
    expect(died.get(leads[index]!)).toEqual([preview.subject_line, preview.message]);
  }
  expect(previews[0]!.message).toContain('one of {{x}}{% if Campaign\nAda (ada');
  expect(previews[0]!.message).toContain('), Head of {a|b}, +31 6 1, ask me');
  expect(previews[1]!.html).toContain('of Two &amp; {a|b}');
});

test('a message with a sender field its sender lacks waits until it is filled', async () => {
  const made = await makeMails({ subject: 'Hello', message: 'Call {{ sender.phone }}.' }, [{}]);
  const [id] = await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  await world.runUntilQuiet(system());
  const explain = async () =>
    (await made.ctx.transaction(async (tx) => (await explainLeads(tx, [id!])).get(id!))) as { rule: string };
  expect(await explain()).toMatchObject({ rule: 'missing_data' });
  await run(sql`update accounts set phone = '+31 6 1' where id = ${made.account_id}`);
  await releaseCompleteLeads(system(), AbortSignal.timeout(30_000));
  await world.runUntilQuiet(system());
  const [sent] = await mail.mailsTo(made.addresses[0]!);
  expect(sent!.text.trim()).toBe('Call +31 6 1.');
});

test('a new name of the sender and its address for replies are in mails and their variables', async () => {
  const made = await makeMails({ subject: 'Hello', message: 'Best, {{ sender.first_name }}' }, [{}]);
  await run(
    sql`update accounts set name = 'Grace Hopper', reply_to = 'replies@acme.example' where id = ${made.account_id}`,
  );
  await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  await world.runUntilQuiet(system());
  const sent = await mail.lastMailTo(made.addresses[0]!);
  expect(sent?.headers.from).toMatch(/^"?Grace Hopper"? <ada/);
  expect(sent?.headers['reply-to']).toMatch(/^"?Grace Hopper"? <replies@acme.example>$/);
  expect(sent?.raw).toContain('Best, Grace');
});

test('leads with all data are contacted; database and writer agree on who that is', async () => {
  const message = `{% if job_title contains "CEO" and company_size > 50 or industry == "Tech" %}{{ location }}{% elsif website != blank %}{{ website | upcase }}{% else %}{Hi {{ job_title }}|{{ industry }}!}{% endif %}{{ company_name | default: email }}`;
  const fields = ['job_title', 'location', 'industry', 'company_size', 'website', 'company_name'] as const;
  const values = {
    job_title: ['CEO', 'CTO', null],
    location: ['Utrecht', null],
    industry: ['Tech', 'Other', null],
    company_size: ['11 - 50', '51 - 200', null],
    website: ['https://a.example', ' '],
    company_name: ['Acme', null],
  };
  const people = Array.from({ length: 108 }, (_, index) => {
    let rest = index;
    return Object.fromEntries(
      fields.map((field) => {
        const options = values[field];
        const value = options[rest % options.length]!;
        rest = Math.floor(rest / options.length);
        return [field, value];
      }),
    ) as Record<(typeof fields)[number], string | null>;
  });
  const made = await makeMails(
    { subject: 'Hi', message },
    people.map(() => ({})),
  );
  for (const [index, person] of people.entries()) {
    await run(sql`update prospects set job_title = ${person.job_title}, location = ${person.location}, industry = ${person.industry},
      company_amount_of_employees = ${person.company_size}, company_website_url = ${person.website}, company_name = ${person.company_name}
      where id = ${made.prospect_ids[index]!}`);
  }
  await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  const lacking = people.flatMap((person, index) => {
    const variables = variablesOf({ ...person, email: made.addresses[index]! });
    return findMissing(message, { variables }).length > 0 ? [made.prospect_ids[index]!] : [];
  });
  expect(lacking.length).toBeGreaterThan(10);
  const data = await getMissingData(made.ctx, made.campaign.id);
  expect(data.total_missing_data).toBe(lacking.length);
  const named = data.prospects_with_missing_data.map(({ prospect_id }) => prospect_id);
  expect(lacking).toEqual(expect.arrayContaining(named));
  expect(data.prospects_with_missing_data.every(({ missing_variables }) => missing_variables.length > 0)).toBe(true);
}, 60_000);

test('missing or broken texts wait with a reason, and resume once fixed', async () => {
  const made = await makeMails(
    { subject: 'Hi', message: '{% if job_title %}As {{ job_title }} in {{ location | capitalize }}{% endif %}Hi' },
    [{}, {}],
  );
  await run(sql`update prospects set job_title = 'CEO' where id = ${made.prospect_ids[0]!}`);
  const broken = await makeMails({ subject: 'Hi', message: 'Hi {{first_name}}{% if' }, [{}]);
  await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  await world.startPeople(system(), broken.campaign, broken.organization_id, broken.prospect_ids);
  await world.runUntilQuiet(system());
  expect((await mail.mailsTo(made.addresses[1]!)).map(({ text }) => text.trim())).toEqual(['Hi']);
  expect([...(await mail.mailsTo(made.addresses[0]!)), ...(await mail.mailsTo(broken.addresses[0]!))]).toEqual([]);
  const { rows } = await system().systemTransaction(({ db }) =>
    sql<{ missing_data: string }>`select missing_data from campaign_leads where waiting_rule = 'missing_data'
      and campaign_id = any(${[made.campaign.id, broken.campaign.id]}::bigint[]) order by id`.execute(db),
  );
  expect(rows.map(({ missing_data }) => missing_data)).toEqual([
    'This lead lacks data the message needs: location.',
    'This message can\'t be sent as it\'s written. “{%” is not closed. End it with “%}”, or write {{ "{%" }} to show it.',
  ]);
  await run(sql`update prospects set location = 'uTRECHT' where id = ${made.prospect_ids[0]!}`);
  await releaseCompleteLeads(system(), new AbortController().signal);
  await world.runUntilQuiet(system());
  expect((await mail.mailsTo(made.addresses[0]!)).map(({ text }) => text.trim())).toEqual(['As CEO in UtrechtHi']);
  expect(await mail.mailsTo(broken.addresses[0]!)).toEqual([]);
});

test('custom columns are sent as previewed; leads without a value wait', async () => {
  const message = '{{ custom.product_used }} until {{ custom.renewal }}{% if custom.seats > 10 %} for many{% endif %}';
  const made = await makeMails({ subject: '{{ custom.product_used }}', message }, [{}, {}]);
  const [full, bare] = made.prospect_ids;
  await run(sql`insert into lead_columns (organization_id, name, key, type)
    select ${made.organization_id}, key, key, type
    from (values ('product_used', 'text'), ('renewal', 'date'), ('seats', 'number')) as given (key, type)`);
  const setCustom = (id: number | undefined, custom: object) =>
    run(sql`update prospects set custom = ${JSON.stringify(custom)}::jsonb, updated_at = app_now() where id = ${id}`);
  await setCustom(full, { product_used: '{{x}} {% if %}\n<b>', renewal: '2026-03-09', seats: 12 });
  await setCustom(bare, { renewal: '2026-12-31' });
  await world.startPeople(system(), made.campaign, made.organization_id, made.prospect_ids);
  const preview = await previewStep(made.ctx, made.campaign.id, made.node_id, { prospect_id: full! });
  expect(preview).toMatchObject({ missing: [], message: '{{x}} {% if %} <b> until March 9, 2026 for many' });
  await world.runUntilQuiet(system());
  const [sent] = await mail.mailsTo(made.addresses[0]!);
  expect([sent!.subject, sent!.text.trim()]).toEqual([preview.subject_line, preview.message]);
  expect(await mail.mailsTo(made.addresses[1]!)).toEqual([]);
  const { rows } = await system().systemTransaction(({ db }) =>
    sql<{ missing_data: string }>`select missing_data from campaign_leads where waiting_rule = 'missing_data'
      and campaign_id = ${made.campaign.id}`.execute(db),
  );
  expect(rows).toEqual([{ missing_data: 'This lead lacks data the message needs: “Product used”.' }]);
  await setCustom(bare, { product_used: 'Paper', renewal: '2026-12-31' });
  await releaseCompleteLeads(system(), new AbortController().signal);
  await world.runUntilQuiet(system());
  const late = await mail.mailsTo(made.addresses[1]!);
  expect(late.map(({ text }) => text.trim())).toEqual(['Paper until December 31, 2026']);
});

test('the first email ends with the notice of its own lead where the organization wants it, and informs it', async () => {
  const made = await makeMails({ subject: 'Hi', message: 'Hello {{ first_name }}' }, [{}, {}]);
  const linked = await makeMails({ subject: 'Hi', message: 'Your data: {{ privacy_link }}' }, [{}]);
  const before = await makeMails({ subject: 'Hi', message: 'As before' }, [{}]);
  const [lead, informed] = made.prospect_ids as [number, number];
  const urlOf = (id: number) => makePrivacyUrl(system(), id, null);
  await run(sql`update organizations set adds_privacy_link = true
    where organization_id in (${made.organization_id}, ${linked.organization_id})`);
  await run(
    sql`insert into privacy_notices (prospect_id, organization_id, given_by) values (${informed}, ${made.organization_id}, 'person')`,
  );
  const preview = await previewStep(made.ctx, made.campaign.id, made.node_id, { prospect_id: lead });
  const starts = [made, linked, before].map(({ campaign, organization_id, prospect_ids }) =>
    world.startPeople(system(), campaign, organization_id, prospect_ids),
  );
  const [[lead_id]] = (await Promise.all(starts)) as [number[]];
  const tested = await made.ctx.transaction((tx) =>
    writeTestEmail(tx, {
      ...{
        campaign_lead_id: lead_id!,
        node_id: made.node_id,
        content: {} as StepContent,
        continues: null,
        is_first: true,
      },
      ...{ files: null, variant: 'a', address: 'team@acme.example' },
    }),
  );
  await world.runUntilQuiet(system());
  const text = async (address: string) => (await mail.mailsTo(address))[0]!.text.trim();
  const words = 'Where we have your data from, and your rights';
  expect(await text(made.addresses[0]!)).toMatch(
    new RegExp(`^Hello .*\\n\\n${words}: ${urlOf(lead).replaceAll('.', '\\.')}$`, 's'),
  );
  expect(preview.message.replace(/https?:\S+$/, urlOf(lead))).toBe(await text(made.addresses[0]!));
  expect(await text(made.addresses[1]!)).not.toContain('/p/');
  // One that has the link is not given a second one.
  expect(await text(linked.addresses[0]!)).toBe(`Your data: ${urlOf(linked.prospect_ids[0]!)}`);
  expect(await text(before.addresses[0]!)).toBe('As before');
  // Previews and tests contain no lead's link.
  const inert = /https?:\S+$/.exec((tested as { letter: { text: string } }).letter.text)?.[0] ?? '';
  expect([inert.length, inert === urlOf(lead)]).toEqual([urlOf(lead).length, false]);
  expect(preview.message).toMatch(/\/p\/example$/);
  const { rows } = await run(sql`select prospect_id, given_by from privacy_notices
    where prospect_id = any(${[lead, linked.prospect_ids[0], before.prospect_ids[0]]}::bigint[]) order by 1`);
  expect(rows).toEqual([lead, linked.prospect_ids[0]].map((prospect_id) => ({ prospect_id, given_by: 'message' })));
});
