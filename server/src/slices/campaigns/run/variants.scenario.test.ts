import { SEARCH } from '@overture/adapters/linkedin/testing/sandbox-world';
import { assignVariant } from '@overture/domain/flow/ab-variant';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { editLeadMessage } from '../leads/lead-changes.service.ts';
import { getLead } from '../leads/leads.service.ts';
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
