import { createContactFinder } from '../../adapters/src/contact-finder/contact-finder.adapter.ts';
import { createUnipileLinkedin } from '../../adapters/src/linkedin/unipile/unipile.adapter.ts';
import { createStripePayments } from '../../adapters/src/payments/stripe/stripe.adapter.ts';
import { SEARCH_VENDORS } from '../../adapters/src/sources/search/search-vendors.ts';
import { expectThat, type LiveRun } from './steps.ts';

type Access = { api_url: string; api_key: string };

/** A person the account may be asked about; each question can cost a credit. */
export type LivePerson = { first_name: string; last_name: string; domain: string };

export async function runContacts(
  run: LiveRun,
  vendor: 'hunter' | 'prospeo' | 'lusha',
  access: Access,
  person: LivePerson,
): Promise<void> {
  const off = { hunter: null, prospeo: null, lusha: null };
  const finder = createContactFinder({ ...off, [vendor]: access, outbound_allow: '127.0.0.1', smtp_probe: null });
  run.cleanUp('the connection ends', () => finder.close());
  const { first_name, last_name, domain } = person;
  const asked = { first_name, last_name, linkedin_url: null, company: { name: null, domain } };
  for (const kind of ['email', 'phone'] as const) {
    const [provider] = finder.listProviders(kind);
    const ask = kind === 'email' ? provider?.findEmail : provider?.findPhone;
    if (ask === undefined) continue;
    await run.step(`a question for an ${kind} is answered`, () => ask({ person: asked }));
    const unknown = { ...asked, first_name: 'Nobody', last_name: 'Atallqzx' };
    await run.step(`an unknown person has no ${kind}`, async () => {
      expectThat((await ask({ person: unknown })).outcome === 'not_found', 'a person was found');
    });
  }
}

export async function runSearch(run: LiveRun, vendor: 'brave' | 'serper', access: Access): Promise<void> {
  const search = SEARCH_VENDORS[vendor].create(access);
  run.cleanUp('the connection ends', () => search.close());
  await run.step('pages are found', async () => {
    expectThat(((await search.searchWeb?.('Ada Lovelace', 3)) ?? []).length > 0, 'none were found');
  });
  await run.step('a question of many words is taken', () =>
    search.searchNews(`Ada Lovelace ${'history '.repeat(80)}`, 3),
  );
}

/** Reads only: nothing is sent, and no profile is visited. */
export async function runLinkedin(run: LiveRun, access: Access, account_id: string): Promise<void> {
  const { api_url, api_key } = access;
  const linkedin = createUnipileLinkedin({ api_url, api_key, webhook_secret: 'live', outbound_allow: '127.0.0.1' });
  run.cleanUp('the connection ends', () => linkedin.close());
  await run.step('the seat is read', () => linkedin.seats.getAccount(account_id));
  const own = await run.step('its own profile is read', () => linkedin.seats.getOwnProfile(account_id));
  if (own !== null) await run.step('a profile is read', () => linkedin.reading.getProfile(account_id, own.provider_id));
  await run.step('open invitations are listed', () => linkedin.outreach.listSentInvitations(account_id, 10));
  await run.step('connections are listed', () => linkedin.outreach.listRelations(account_id, 10));
  await run.step('messages are listed', () =>
    linkedin.outreach.listMessagesSince(account_id, new Date(Date.now() - 86_400_000), 10),
  );
  await run.step('the InMail balance is read', () => linkedin.outreach.getInmailBalance(account_id));
}

/** A customer without a card is made, and deleted again. Live keys are refused. */
export async function runStripe(run: LiveRun, access: Access): Promise<void> {
  const { api_url, api_key } = access;
  const payments = createStripePayments({
    api_url,
    api_key,
    webhook_secrets: [],
    outbound_allow: '127.0.0.1',
    has_tax: false,
  });
  await run.step('the key is taken', () => payments.check());
  const customer = await run.step('a customer is made', () =>
    payments.createCustomer({
      organization_id: Date.now(),
      name: 'Overture live check',
      email: 'live@overture-live.example',
    }),
  );
  if (customer === null) return;
  run.cleanUp('the customer is deleted', async () => {
    const headers = { authorization: `Bearer ${api_key}` };
    const response = await fetch(`${api_url}/v1/customers/${customer}`, { method: 'DELETE', headers });
    expectThat(response.ok, `the deletion answered ${response.status}; delete the customer by hand`);
  });
}
