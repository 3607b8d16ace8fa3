import { api } from '@overture/contract';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import type { TestServer } from '../../testing/harness.ts';
import { useBillingWorld } from '../../testing/worlds.ts';
import { signUpAgency } from '../agency/agency.factory.ts';
import { followDiffering } from './clients.service.ts';
import { listDiffering } from './clients.store.ts';

/** Random histories of agencies at the provider's stand-in, through the product's own calls. */
const { world, server } = useBillingWorld();
type Person = Awaited<ReturnType<TestServer['signUp']>>;

type Fact =
  | { what: 'create'; packs: number }
  | { what: 'cancel' | 'restore' | 'refund' | 'lose'; which: number }
  | { what: 'set'; which: number; packs: number }
  | { what: 'renew' | 'decline' | 'pay' };

const which = fc.nat(9);
const packs = fc.constantFrom(0, 1, 3, 80);
const fact: fc.Arbitrary<Fact> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('create' as const), packs }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('set' as const), which, packs }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom<'cancel' | 'restore' | 'refund' | 'lose'>('cancel', 'restore', 'refund', 'lose'),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom<'renew' | 'decline' | 'pay'>('renew', 'decline', 'pay') }),
  },
);

interface State {
  invoices: {
    id: string;
    customer: string;
    status: string;
    amount_paid: number;
    intents: string[];
    lines: { data: { description: string; quantity: number }[] };
  }[];
  intents: { id: string; latest_charge: { amount_refunded: number } }[];
  disputes: { payment_intent: string; status: string; amount: number }[];
}

const control = (body: object) => world.control('/stripe/__control/stripe', body);
const loadState = async (): Promise<State> =>
  (await (await fetch(`${world.sandbox.addresses.http_url}/stripe/__control/state`)).json()) as State;

class History {
  readonly agency: Person;
  readonly customer: string;
  readonly clients: number[] = [];

  constructor(agency: Person, customer: string) {
    this.agency = agency;
    this.customer = customer;
  }

  private plan = async () => (await this.agency.call(api.getSubscription)).data.data;

  async happen(one: Fact): Promise<void> {
    const id = this.clients['which' in one ? one.which % Math.max(1, this.clients.length) : 0] ?? 0;
    const params = { id };
    if (one.what === 'create') await this.create(one.packs * 250);
    if (one.what === 'cancel') await this.agency.call(api.cancelClient, { params });
    if (one.what === 'restore') await this.agency.call(api.restoreClient, { params });
    if (one.what === 'set') {
      const body = { extra_email_accounts: 0, extra_linkedin_accounts: 0, extra_credits: one.packs * 250 };
      await this.agency.call(api.updateClient, { params, body });
    }
    if (one.what === 'decline' || one.what === 'pay')
      await control({ card: { customer: this.customer, card: one.what === 'pay' ? 'good' : 'declined' } });
    if (one.what === 'renew') await this.renew();
    if (one.what === 'refund' || one.what === 'lose') await this.takeBack(one);
  }

  private async create(extra_credits: number): Promise<void> {
    const name = `Client ${this.agency.organization_id}-${this.clients.length}`;
    const email = `${name.toLowerCase().replace(' ', '')}@paid.example`;
    const body = { name, company_name: name, email, company_website_url: 'https://paid.example', extra_credits };
    const answer = await this.agency.call(api.createClient, { body });
    expect(answer.status).toBe(200);
    this.clients.push(answer.data.client_id);
  }

  private async renew(): Promise<void> {
    const before = Date.parse((await this.plan()).period_ends_at ?? '');
    const offset = Math.round((before + 3_600_000 - Date.now()) / 1000);
    await server.owner.query(`update installation set clock_offset = make_interval(secs => $1)`, [offset]);
    server.program.system.clock.setOffset(offset * 1000);
    await server.owner.query(
      `update sessions set last_seen_at = app_now(), expires_at = app_now() + interval '30 days'`,
    );
    await world.control('/__control/clock', { offset_in_seconds: offset });
    const moved = async () => {
      await this.agency.call(api.confirmPayment);
      return Date.parse((await this.plan()).period_ends_at ?? '');
    };
    await expect.poll(moved).toBeGreaterThan(before);
  }

  private async takeBack({ what, which: place }: Extract<Fact, { which: number }>): Promise<void> {
    const paid = (await this.invoices()).filter(({ amount }) => amount > 0);
    const invoice = paid[place % Math.max(1, paid.length)];
    if (!invoice || invoice.returned > 0) return;
    if (what === 'refund')
      return void (await control({ refund: { of: invoice.id, amount: Math.ceil(invoice.amount / 3) } }));
    await control({ dispute: { of: invoice.id, amount: invoice.amount } });
    await control({ close_dispute: { of: invoice.id, status: 'lost' } });
  }

  /** What was paid, what of it went back, and the credits for clients that it was for, by the lines of the provider. */
  async invoices(): Promise<{ id: string; amount: number; returned: number; credits: number; is_cycle: boolean }[]> {
    const state = await loadState();
    return state.invoices
      .filter(({ customer, status }) => customer === this.customer && status === 'paid')
      .map(({ id, amount_paid, intents: [intent], lines: { data } }) => {
        const count = (what: RegExp) =>
          data.filter(({ description }) => what.test(description)).reduce((sum, { quantity }) => sum + quantity, 0);
        const lost = state.disputes.filter((one) => one.payment_intent === intent && one.status === 'lost');
        const charge = state.intents.find((one) => one.id === intent)?.latest_charge;
        return {
          id,
          amount: amount_paid,
          returned: (charge?.amount_refunded ?? 0) + lost.reduce((sum, { amount }) => sum + amount, 0),
          credits: 750 * count(/^(Client|First month of .*)$/) + 250 * count(/^(250 extra|Extra) credits .*client/i),
          is_cycle: count(/^Starter plan$/) > 0,
        };
      });
  }

  /** Everything is followed, paid, and shared. */
  async settle(): Promise<void> {
    await control({ card: { customer: this.customer, card: 'good' } });
    const isWaiting = async () => {
      await followDiffering(server.program.system, new AbortController().signal);
      await this.agency.call(api.confirmPayment);
      const waiting = await server.program.system.systemTransaction((tx) => listDiffering(tx, 1000));
      return waiting.includes(this.agency.organization_id);
    };
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(false);
  }

  async expectPaid(): Promise<void> {
    const invoices = await this.invoices();
    const { rows } = await server.owner.query(
      `select kind, credits from credit_entries where organization_id = any ($1)
        and (starts_with(key, 'client-month:') or starts_with(key, 'client-refund:'))`,
      [[this.agency.organization_id, ...this.clients]],
    );
    const sumOf = (wanted: string): number =>
      rows.filter(({ kind }) => kind === wanted).reduce((sum, { credits }) => sum + credits, 0);
    expect(sumOf('grant')).toBe(invoices.reduce((sum, { credits }) => sum + credits, 0));
    for (const { amount, credits, is_cycle } of invoices)
      expect(amount).toBeGreaterThanOrEqual((is_cycle ? 7900 : 0) + (credits / 250) * 500);
    // Nothing was spent: all that was refunded or lost went back, to a begun credit a client.
    const due = invoices.reduce((sum, { credits, amount, returned }) => sum + credits * (1 - returned / amount), 0);
    expect(sumOf('grant') - sumOf('take')).toBeLessThanOrEqual(due + invoices.length * (this.clients.length + 1));
    const uneven = await server.owner.query(`select organization_id from organizations o
      where email_credits <> (select coalesce(sum(change), 0) from credit_entries e where e.organization_id = o.organization_id)`);
    expect(uneven.rows).toEqual([]);
  }
}

async function begin(): Promise<History> {
  const agency = await signUpAgency(server);
  const { data } = await agency.call(api.getPlanLink, { query: {} } as never);
  await control({ pay: { session: data.payment_link.split('/').at(-1), card: 'good' } });
  expect((await agency.call(api.confirmPayment)).data.data.status).toBe('active');
  const { rows } = await server.owner.query('select customer_id from billing_customers where organization_id = $1', [
    agency.organization_id,
  ]);
  return new History(agency, rows[0].customer_id);
}

test('for any history of an agency, its clients get what was paid, and no more', { timeout: 1_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fact, { minLength: 4, maxLength: 10 }), async (facts) => {
      const history = await begin();
      for (const one of facts) await history.happen(one);
      await history.settle();
      await history.expectPaid();
      await history.agency.call(api.cancelSubscription);
    }),
    { numRuns: inject('is_proving') ? 50 : 3, endOnFailure: true },
  );
});
