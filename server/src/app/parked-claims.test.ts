import { beforeAll, describe, expect, test } from 'vitest';
import { claimPolls } from '../slices/accounts/linkedin/linkedin-polls.store.ts';
import { claimSignIns } from '../slices/accounts/linkedin/linkedin-sign-ins.store.ts';
import { claimDue as claimAddress } from '../slices/address-checks/address-checks.store.ts';
import { listForgotten } from '../slices/ai-segments/text-work.store.ts';
import { claimDueDomains } from '../slices/auth/sso/domains.store.ts';
import { claimDue } from '../slices/branding/branding.store.ts';
import { listSnippetLeads } from '../slices/campaigns/run/dispatch/snippets.store.ts';
import { listReserved } from '../slices/campaigns/run/leads/lead-affinity.store.ts';
import {
  makeCampaign,
  makeLinkedinSender,
  makeMailSender,
  makePeople,
  startPeople,
} from '../slices/campaigns/run/run.factory.ts';
import { listAbandonedDrafts } from '../slices/chats/drafts/drafts.store.ts';
import { listExpired } from '../slices/chats/presence/presence.store.ts';
import { listDue } from '../slices/integrations/push/work.store.ts';
import { insertIntents } from '../slices/outbound/index.ts';
import { listUnknownAccounts } from '../slices/outbound/intents/unknown.store.ts';
import { listUnread } from '../slices/payments/payments.store.ts';
import { findAbandonedImports } from '../slices/searches/import/imports.store.ts';
import { findDueImports } from '../slices/searches/linkedin-import/linkedin-imports.store.ts';
import { claimDueDomains as claimMailboxes } from '../slices/sender-domains/sender-domains.store.ts';
import { useTestServer } from '../testing/harness.ts';

// A claim with a limit could find nothing but units that wait for their retry: it leaves them out.
const server = useTestServer({ roles: ['web'], is_alone: true });
const system = () => server.program.system;
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let other: Person;
let organization_id: number;

beforeAll(async () => {
  [person, other] = [await server.signUp('Acme'), await server.signUp('Northwind')];
  organization_id = person.organization_id;
});

const insert = async (statement: string, ...values: unknown[]): Promise<number> =>
  (await server.owner.query<{ id: number }>(statement, values)).rows[0]?.id ?? 0;
const park = (loop: string, key: string, organizationId = organization_id) =>
  server.owner.query(
    `insert into parked_units (organization_id, loop, key, error, retry_at)
      values ($1, $2, $3, 'broken', statement_timestamp() + interval '1 hour')`,
    [organizationId, loop, key],
  );

type Read = Parameters<ReturnType<typeof system>['systemTransaction']>[0] extends (tx: infer Tx) => unknown
  ? Tx
  : never;

interface Claim {
  loop: string;
  /** Makes one unit that is due; answers its key. */
  make(): Promise<string | number>;
  claim(tx: Read): Promise<unknown>;
}

const mailbox = (name: string) =>
  makeMailSender(system(), organization_id, { email: `${name}@acme.example`, smtp_port: 1 });
const seat = (seat_id: string) => makeLinkedinSender(system(), organization_id, { seat_id, tier: 'CLASSIC' });
let people = 0;
const makeOne = async () => {
  people += 1;
  return (await makePeople(system(), organization_id, [{ email: `kim${people}@northwind.example` }]))[0]!;
};
const makeImport = async (kind: string) => {
  const search = await insert(
    `insert into searches (organization_id, name) values ($1, 'List') returning id`,
    organization_id,
  );
  return insert(
    `insert into imports (organization_id, search_id, file_name, encoding, delimiter, header, column_mapping, status, bytes_total, kind,
        lease_until, wake_at, source_url, amount)
      values ($1, $2, 'a.csv', 'utf-8', ',', '{a}', '{}', 'queued', 1, $3, app_now() - interval '1 minute', app_now() - interval '1 minute', 'https://www.linkedin.com/', 5) returning id`,
    organization_id,
    search,
    kind,
  );
};
const makeReservation = (key: string, kind: string) =>
  insert(
    `insert into credit_reservations (organization_id, key, purpose, amount, kind, created_at)
      values ($1, $2, 'Trial', 5, $3, app_now() - interval '2 hours') returning id`,
    organization_id,
    key,
    kind,
  );

const CLAIMS: Claim[] = [
  {
    loop: 'kept-leads',
    async make() {
      const [down, up] = [await mailbox('down'), await mailbox('up')];
      const spec = {
        organization_id,
        account_id: down,
        more_email_accounts: [up],
        nodes: [{ type: 'EMAIL' as const }],
      };
      const campaign = await makeCampaign(system(), spec);
      const [lead] = await startPeople(system(), campaign, organization_id, [await makeOne()]);
      await server.owner.query(`update campaign_leads set email_account_id = $2 where id = $1`, [lead, down]);
      await server.owner.query(
        `update accounts set status = 'CREDENTIALS', status_changed_at = app_now() - interval '90 days' where id = $1`,
        [down],
      );
      return lead!;
    },
    claim: (tx) => listReserved(tx, 1),
  },
  {
    loop: 'snippets-ahead',
    async make() {
      const nodes = [{ type: 'EMAIL' as const, message: 'Hi <{"type":"snippet","id":1,"name":"Opening"}>' }];
      const campaign = await makeCampaign(system(), { organization_id, account_id: await mailbox('snippets'), nodes });
      const [lead] = await startPeople(system(), campaign, organization_id, [await makeOne()]);
      return `${lead} ${campaign.node_ids[0]}`;
    },
    claim: (tx) => listSnippetLeads(tx, 2, 500),
  },
  {
    loop: 'crm-work',
    make: () =>
      insert(
        `insert into integrations (organization_id, integration_type, account_id, account_name, sealed_tokens, sync, next_read_at)
          values ($1, 'HUBSPOT', 'a', 'A', '\\x01', '{read_back}', statement_timestamp()) returning id`,
        organization_id,
      ),
    claim: (tx) => listDue(tx, 50),
  },
  { loop: 'imports-sweep', make: () => makeImport('csv'), claim: findAbandonedImports },
  { loop: 'linkedin-imports', make: () => makeImport('linkedin-search'), claim: findDueImports },
  { loop: 'linkedin-poll', make: () => seat('poll'), claim: (tx) => claimPolls(tx, 20) },
  {
    loop: 'linkedin-sign-ins',
    async make() {
      await server.owner.query(
        `insert into linkedin_sign_ins (organization_id, provider_account_id, user_id, role, expires_at, next_look_at)
          values ($1, 'sign-in', $2, 'ADMIN', app_now(), app_now())`,
        [organization_id, person.user_id],
      );
      return 'sign-in';
    },
    claim: (tx) => claimSignIns(tx, 20),
  },
  {
    loop: 'sender-domains',
    async make() {
      const id = await mailbox('domain');
      await server.owner.query(
        `update accounts set domain_check_at = case when id = $1 then app_now() else app_now() + interval '1 day' end`,
        [id],
      );
      return id;
    },
    claim: (tx) => claimMailboxes(tx, 20),
  },
  {
    loop: 'sso-domains',
    make: () =>
      insert(
        `insert into sso_domains (organization_id, domain, token, token_expires_at, verified_at)
          values ($1, 'acme.example', 'a', app_now(), app_now() - interval '3 days') returning id`,
        organization_id,
      ),
    claim: (tx) => claimDueDomains(tx, 50),
  },
  {
    loop: 'brand-hosts',
    async make() {
      await server.owner.query(
        `insert into brand_hosts (organization_id, host, token, verified_at) values ($1, 'app.acme.example', 'a', app_now() - interval '3 days')`,
        [organization_id],
      );
      return 'check';
    },
    claim: (tx) => claimDue(tx, 'brand_hosts', 20),
  },
  {
    loop: 'payments',
    async make() {
      await server.owner.query(`insert into billing_customers (organization_id, customer_id) values ($1, 'cus_1')`, [
        organization_id,
      ]);
      return 'customer';
    },
    claim: (tx) => listUnread(tx, 20),
  },
  {
    loop: 'silent-presences',
    async make() {
      const prospect = await makeOne();
      await server.owner.query(
        `insert into chat_presences (organization_id, prospect_id, user_id, expires_at) values ($1, $2, $3, app_now() - interval '1 minute')`,
        [organization_id, prospect, person.user_id],
      );
      return `${prospect} ${person.user_id}`;
    },
    claim: (tx) => listExpired(tx, 100),
  },
  { loop: 'reply-leftovers', make: () => makeReservation('reply:1', 'replies'), claim: listAbandonedDrafts },
  { loop: 'snippet-leftovers', make: () => makeReservation('snippets:1', 'snippets'), claim: listForgotten },
  {
    loop: 'outbound-evidence',
    async make() {
      const account_id = await mailbox('unknown');
      const [planned] = await system().systemTransaction((tx) =>
        insertIntents(tx, [
          {
            organization_id,
            kind: 'trial',
            ref_id: 1,
            ref_part: 0,
            account_id,
            prospect_id: null,
            campaign_id: null,
            priority: 0,
          },
        ]),
      );
      await server.owner.query(
        `update outbound_intents set state = 'unknown', unknown_since = app_now(), look_at = app_now() where id = $1`,
        [planned!.id],
      );
      return account_id;
    },
    claim: async (tx) => (await listUnknownAccounts(tx, 0, 500)).accounts,
  },
];

describe('a parked unit is left out by the claim of', () => {
  test.each(CLAIMS.map((claim) => [claim.loop, claim] as const))('%s', async (loop, { make, claim }) => {
    const key = String(await make());
    await park(loop, key);
    const find = () => system().systemTransaction((tx) => claim(tx as Read));
    expect(await find()).toEqual([]);
    await server.owner.query('delete from parked_units');
    expect(await find()).toHaveLength(1);
  });
});

test('an address that one organization parked is checked for the others', async () => {
  for (const id of [organization_id, other.organization_id])
    await server.owner.query(
      `insert into address_checks (organization_id, email, due_at, asked_at) values ($1, 'kim@fabrikam.example', app_now(), app_now())`,
      [id],
    );
  await park('address-checks', 'address kim@fabrikam.example');
  const claim = () => system().systemTransaction((tx) => claimAddress(tx, []));
  expect(await claim()).toMatchObject({ organization_id: other.organization_id });
  expect(await claim()).toBeNull();
});
