import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { isAddress } from '../../suppression-rules/index.ts';
import * as world from './run.factory.ts';

const { server, mail } = useCampaignWorld({ slow_in_ms: 100, answer_timeout_in_ms: 30_000 });

const system = () => server.program.system;
const mailsTo = (address: string) => [...mail.store.mails()].filter((one) => one.recipients.includes(address));

async function begin(emails: string[]) {
  const person = await server.signUp();
  const { organization_id } = person;
  const account_id = await world.makeMailSender(system(), organization_id, {
    email: `ada${organization_id}@acme.example`,
    smtp_port: mail.smtp_port,
    imap_port: mail.imap_port,
  });
  const nodes: world.NodeSpec[] = [{ type: 'EMAIL' }, { type: 'EMAIL', delay_in_hours: 24 }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  const prospects = await world.makePeople(
    system(),
    organization_id,
    emails.map((email) => ({ email })),
  );
  const start = () => world.startPeople(system(), campaign, organization_id, prospects);
  return { person, organization_id, campaign, prospects, start };
}

const leadsOf = async (ids: number[]) =>
  (
    await system().systemTransaction(({ db }) =>
      sql<{ status: string; error: string | null }>`select status, error from campaign_leads
        where id = any(${ids}::bigint[]) order by id`.execute(db),
    )
  ).rows;

/** As the half a million that are allowed, long enough for the database to plan as it does there. */
const LONG_LIST = 20_000;

describe('an address on the suppression list gets nothing', () => {
  test('added by hand or file after the first mail: the second is not sent; others continue', async () => {
    const [hand, file, free] = ['hand', 'file', 'free'].map((name) => `${name}@suppressed.example`) as [
      string,
      string,
      string,
    ];
    const { person, start } = await begin([hand, file, free]);
    const ids = await start();
    await world.runUntilQuiet(system());
    await person.call(api.addSuppression, { body: { entry: hand.toUpperCase() } });
    const body = { column_name: 'Email', reason: 'unsubscribe' as const, dry_run: 'false' as const };
    const upload = {
      field: 'file_content',
      filename: 'other-tool.csv',
      content: `Email\n${file}\n`,
      content_type: 'text/csv',
    };
    await person.call(api.importSuppressions, { body }, [upload]);
    await world.moveClock(system(), 86_400);
    await world.runUntilQuiet(system());
    expect([hand, file, free].map((address) => mailsTo(address).length)).toEqual([1, 1, 2]);
    expect(await leadsOf(ids)).toMatchObject([
      { status: 'FAILED', error: 'This email address is on your do-not-contact list.' },
      { status: 'FAILED', error: 'This person unsubscribed from your messages.' },
      { status: 'COMPLETED' },
    ]);
  });

  test('known before: nothing is sent to any import of the lead; a lifted one can start again', async () => {
    const address = 'early@suppressed.example';
    const { person, start } = await begin([address]);
    await person.call(api.addSuppression, { body: { entry: address } });
    const ids = await start();
    await world.runUntilQuiet(system());
    expect(mailsTo(address)).toHaveLength(0);
    expect(await leadsOf(ids)).toMatchObject([{ status: 'FAILED' }]);
    const [row] = (await person.call(api.listSuppressions)).data.suppressions;
    await person.call(api.liftSuppression, { params: { id: row!.id }, body: { reason: 'manual', why: 'A mistake' } });
    // Ended leads stay ended: lifting a suppression starts no lead.
    await world.moveClock(system(), 86_400);
    await world.runUntilQuiet(system());
    expect(mailsTo(address)).toHaveLength(0);
  });

  test('a long list imported during sending stops its people without a scan of the list', async () => {
    const emails = Array.from({ length: 6 }, (_, index) => `many${index}@suppressed.example`);
    const { organization_id, start } = await begin(emails);
    const ids = await start();
    await world.runUntilQuiet(system());
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason)
        select $1, case when n <= 3 then 'many' || n || '@suppressed.example' else n || '@list.example' end, 'import'
        from generate_series(1, $2::int) n`,
      [organization_id, LONG_LIST],
    );
    await server.owner.query('analyze suppressions');
    // The stop check's query for each lead, and what an organization's own queries may look up.
    const asked = sql`explain select (select s.reason from suppressions s
        where s.organization_id = l.organization_id and ${isAddress('s', sql`p.email`)})
      from campaign_leads l join prospects p on p.id = l.prospect_id where l.id = any(${ids}::bigint[])`;
    const plans = [
      await system().systemTransaction(({ db }) => asked.execute(db)),
      await system()
        .forOrganization(organization_id)
        .transaction(({ db }) => asked.execute(db)),
    ].map(({ rows }) => JSON.stringify(rows));
    for (const plan of plans) expect(plan).toMatch(/Index Cond: [^"]*organization_id[^"]*email[^"]*lower/);
    await world.moveClock(system(), 86_400);
    await world.runUntilQuiet(system());
    expect(emails.map((address) => mailsTo(address).length)).toEqual([2, 1, 1, 1, 2, 2]);
  }, 60_000);
});
