import { SEARCH } from '@overture/adapters/linkedin/testing/sandbox-world';
import { assignVariant, drawVariant } from '@overture/domain/flow/ab-variant';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { toJson } from '../../../kernel/db/to-json.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { editLeadMessage } from '../leads/lead-changes.service.ts';
import { getLead } from '../leads/leads.service.ts';
import { setStepVariants } from '../variants/variants.service.ts';
import * as world from './run.factory.ts';

const { server, mail, linkedin } = useCampaignWorld({ has_linkedin: true, slow_in_ms: 100 });

const system = () => server.program.system;
async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return system().systemTransaction(async ({ db }) => (await query.execute(db)).rows);
}
const variantsOf = (campaignId: number) =>
  rows(
    sql<{ campaign_lead_id: number; node_id: number; variant: string }>`select campaign_lead_id, node_id, variant
      from campaign_step_runs where campaign_id = ${campaignId} order by campaign_lead_id`,
  );

async function startMails(nodes: world.NodeSpec[], people: number) {
  const organization_id = await world.makeOrganization(system());
  const sender = { email: `ada${organization_id}@acme.example`, smtp_port: mail.smtp_port, imap_port: mail.imap_port };
  const account_id = await world.makeMailSender(system(), organization_id, sender);
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const addresses = Array.from({ length: people }, (_, index) => `lead${organization_id}-${index}@northwind.example`);
  const prospect_ids = await world.makePeople(
    system(),
    organization_id,
    addresses.map((email) => ({ email })),
  );
  const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
  return { ctx: system().forOrganization(organization_id), campaign, addresses, prospect_ids, lead_ids };
}
const textTo = (address: string) =>
  [...mail.store.mails()].filter((one) => one.recipients.includes(address)).map((one) => one.raw.toString());

/** Half of the leads got each text, as assigned and as remembered. */
async function expectHalves(campaign: { id: number; node_ids: number[] }, leads: number[], texts: string[]) {
  const runs = await variantsOf(campaign.id);
  expect(runs.map((run) => run.variant)).toEqual(leads.map((id) => assignVariant(id, campaign.node_ids[0]!)));
  expect(Math.abs(texts.filter((text) => text.includes('Variant A')).length - leads.length / 2)).toBeLessThanOrEqual(1);
  for (const [index, text] of texts.entries())
    expect(text).toContain(runs[index]!.variant === 'a' ? 'Variant A' : 'Variant B');
}

describe('variants', () => {
  const texts = { message: 'Variant A for {{first_name}}', message_b: 'Variant B for {{first_name}}' };

  test('of a mail: half each, the one remembered is the one that was sent', async () => {
    const made = await startMails([{ type: 'EMAIL', subject: 'Hello', ...texts }], 8);
    await world.runUntilQuiet(system());
    await expectHalves(
      made.campaign,
      made.lead_ids,
      made.addresses.map((address) => textTo(address).join()),
    );
  });

  test.each(['LINKEDIN_INVITE', 'LINKEDIN_MESSAGE', 'INMAIL'] as const)(
    'of %s as well',
    async (type) => {
      const seat_id = await linkedin.connectSeat('SALES_NAVIGATOR');
      const organization_id = await world.makeOrganization(system());
      const account_id = await world.makeLinkedinSender(system(), organization_id, {
        seat_id,
        tier: 'SALES_NAVIGATOR',
      });
      const nodes: world.NodeSpec[] = [{ type, subject: 'Hello', ...texts }];
      const spec = { organization_id, account_id: null, linkedin_account_id: account_id, nodes };
      const campaign = await world.makeCampaign(system(), spec);
      const { people } = await linkedin.port.reading.readPage(seat_id, { source: SEARCH, cursor: null, limit: 50 });
      const isFriend = type === 'LINKEDIN_MESSAGE';
      const chosen = people
        .filter((one) => one.public_identifier !== null && (one.network_distance === 1) === isFriend)
        .slice(0, 6);
      expect(chosen.length).toBeGreaterThanOrEqual(3);
      const prospect_ids = await world.makePeople(
        system(),
        organization_id,
        chosen.map((one) => ({ email: null, linkedin: one.public_identifier! })),
      );
      const lead_ids = await world.startPeople(system(), campaign, organization_id, prospect_ids);
      await world.runUntilQuiet(system());
      const ledger = await linkedin.ledger();
      const said = chosen.map(
        (one) =>
          ledger
            .filter((entry) => entry.public_identifier === one.public_identifier && entry.text?.includes('Variant'))
            .at(-1)?.text ?? '',
      );
      await expectHalves(campaign, lead_ids, said);
    },
    30_000,
  );
});

describe('several variants with shares', () => {
  const message = (variant: string) => `Variant ${variant} for {{first_name}}`;
  const more = toJson(['c', 'd'].map((variant) => ({ variant, message: message(variant.toUpperCase()) })));

  /** A mail in four variants, not yet due, and a follow-up in its thread. */
  async function startFour(people: number) {
    const first = { subject: 'Hello', message: message('A'), message_b: message('B'), delay_in_hours: 1 };
    const nodes: world.NodeSpec[] = [
      { type: 'EMAIL', ...first },
      { type: 'EMAIL', subject: '', message: 'Did you see it?', delay_in_hours: 24 },
    ];
    const made = await startMails(nodes, people);
    const [node] = made.campaign.node_ids;
    await rows(sql`update campaign_nodes set more_variants = ${more}::jsonb where id = ${node!}`);
    const set = (version: number, change: Partial<Parameters<typeof setStepVariants>[3]>) =>
      setStepVariants(made.ctx, made.campaign.id, node!, { shares: null, stopped: [], rule: null, version, ...change });
    return { ...made, node: node!, set };
  }

  /** The letter in the first mail to each lead. */
  const lettersOf = (addresses: readonly string[]) =>
    addresses.map((address) => /Variant ([A-F]) for/.exec(textTo(address)[0] ?? '')?.[1]?.toLowerCase());

  test('each lead gets one text, the share decides, the follow-up goes into its thread', async () => {
    const made = await startFour(20);
    await made.set(0, {
      shares: [
        { variant: 'a', share: 10 },
        { variant: 'c', share: 30 },
        { variant: 'd', share: 60 },
      ],
      stopped: ['b'],
    });
    await world.moveClock(system(), 3600);
    await world.runUntilQuiet(system());
    const letters = lettersOf(made.addresses);
    const source = {
      message_b: 'B',
      more_variants: [
        { variant: 'c' as const, message: 'C', subject_line: null, placeholder_message: null },
        { variant: 'd' as const, message: 'D', subject_line: null, placeholder_message: null },
      ],
      variant_rules: { shares: { a: 10, c: 30, d: 60 }, stopped: ['b' as const] },
    };
    expect(letters).toEqual(made.lead_ids.map((id) => drawVariant(source, id, made.node)));
    expect(letters).not.toContain('b');
    expect((await variantsOf(made.campaign.id)).map(({ variant }) => variant)).toEqual(letters);
    await world.moveClock(system(), 25 * 3600);
    await world.runUntilQuiet(system());
    for (const address of made.addresses) {
      expect(textTo(address)).toHaveLength(2);
      // The newest comes first.
      expect(textTo(address)[0]).toMatch(/^Subject: Re: Hello\r?$/m);
    }
  });
});

describe('a message edited for one lead', () => {
  test('is what goes out, once, also when the step changes later; others get the step’s', async () => {
    const made = await startMails([{ type: 'EMAIL', subject: 'Hello', message: 'Of the step', delay_in_hours: 1 }], 2);
    const [node] = made.campaign.node_ids;
    const edit = { message: 'Only for {{first_name}}, by hand', subject_line: 'By hand' };
    await editLeadMessage(made.ctx, made.prospect_ids[0]!, node!, edit);
    const steps = async () =>
      (await getLead(made.ctx, made.prospect_ids[0]!, made.campaign.id)).scheduled_campaign.steps;
    expect((await steps())[0]).toMatchObject({ is_edited: true, can_edit: true, message: 'Only for Kim, by hand' });
    await rows(sql`update campaign_nodes set message = 'Changed later', message_b = 'B' where id = ${node!}`);
    await world.moveClock(system(), 3600);
    await world.runUntilQuiet(system());
    const [mine, other] = made.addresses.map(textTo);
    expect(mine).toHaveLength(1);
    expect(mine![0]).toContain('Only for Kim, by hand');
    expect(mine![0]).toMatch(/^Subject: By hand$/im);
    expect(other).toHaveLength(1);
    expect(other![0]).not.toContain('by hand');
    expect((await steps())[0]).toMatchObject({ is_edited: true, can_edit: false, completed: true });
    await expect(editLeadMessage(made.ctx, made.prospect_ids[0]!, node!, edit)).rejects.toMatchObject({
      code: 'conflict',
    });
    await world.moveClock(system(), 3600);
    await world.runUntilQuiet(system());
    expect(textTo(made.addresses[0]!)).toHaveLength(1);
  });
});
