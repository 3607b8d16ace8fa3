import { api } from '@overture/contract';
import type { TestServer } from '../../testing/harness.ts';
import { grantCredits } from '../billing/index.ts';

type Person = Awaited<ReturnType<TestServer['signUp']>>;

/** A user of a white-label agency that pays. */
export async function signUpAgency(server: TestServer, name = 'Gus Agency'): Promise<Person> {
  const person = await server.signUp(name);
  await server.owner.query(
    'update organizations set is_agency = true, is_whitelabel = true, active_subscription = true where organization_id = $1',
    [person.organization_id],
  );
  return person;
}

/** Credits of the agency's own, as if it had bought them. */
export async function fund(server: TestServer, { organization_id }: Person, amount: number): Promise<void> {
  const given = { amount, purpose: 'Bought', key: crypto.randomUUID() };
  await server.program.system.forOrganization(organization_id).transaction((tx) => grantCredits(tx, given));
}

let clients = 0;

/** A client of the agency and its first person, who opened the account by the link. */
export async function addClient(server: TestServer, agency: Person, given: object = {}) {
  clients += 1;
  const email = `client${clients}@client${clients}.example`;
  const made = await agency.call(api.createClient, {
    body: {
      name: 'Clara Client',
      company_name: `Client ${clients}`,
      email,
      company_website_url: 'https://client.example',
      ...given,
    },
  });
  const code = new URL(made.data.url).searchParams.get('code') ?? '';
  await server.anonymous.call(api.resetPassword, {
    body: { code, password: 'a long enough pass phrase', name: 'Clara Client' },
  });
  const typed = server.mails.findLast((mail) => mail.to === email)?.text.match(/\b\d{8}\b/)?.[0] ?? '';
  const opened = await server.anonymous.call(api.verifyEmail, { body: { email, code: typed } });
  const user = opened.data.data!;
  return { id: made.data.client_id, user_id: user.id, email, token: user.token as string };
}
