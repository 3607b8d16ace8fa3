import type {
  AddressAnswer,
  ContactFinderPort,
  ContactProvider,
} from '@overture/adapters/contact-finder/contact-finder.port';
import { ProviderError } from '@overture/adapters/kit/errors';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import type { TransactionContext } from '../../kernel/context.ts';
import { useTestServer } from '../../testing/harness.ts';
import { createList, csvHeader, csvRows, importCsv } from '../searches/lists.factory.ts';
import { claimDue } from './address-checks.store.ts';
import { checkEnteredAddress, decideFirstMails } from './first-mails.service.ts';
import { beginImportCheck, checkAddresses } from './import-checks.service.ts';
import * as store from './import-checks.store.ts';

const asked: string[] = [];
let answerTo = async (email: string): Promise<AddressAnswer> => said(email);
const said = (email: string): AddressAnswer => ({
  result: email.startsWith('bad') ? 'invalid' : email.startsWith('maybe') ? 'risky' : 'valid',
  evidence: 'The stand-in says so',
});
const provider = {
  verifyEmail: async ({ email }: { email: string }) => {
    asked.push(email);
    return answerTo(email);
  },
} as unknown as ContactProvider;
const contact_finder: ContactFinderPort = {
  listProviders: () => [],
  listVerifiers: () => [provider],
  checkMailDomain: async () => ({ status: 'accepts', exchangers: ['mx.example'] }),
  can_probe: false,
  probeMailbox: async () => 'unknown',
  close: async () => undefined,
};
const server = useTestServer({ roles: ['web'], environment: { TIME_TRAVEL: 'on' }, contact_finder });
const system = () => server.program.system;
type Person = Awaited<ReturnType<typeof server.signUp>>;

beforeEach(async () => {
  await server.owner.query('delete from address_checks');
  await server.owner.query('delete from import_address_checks');
  asked.length = 0;
  answerTo = async (email) => said(email);
});

const turn = () => checkAddresses(system(), AbortSignal.timeout(30_000));
/** Two workers, until nothing moves. */
async function work(turns = 40) {
  for (let n = 0; n < turns; n += 1) {
    await Promise.all([turn(), turn()]);
    const { rows } = await server.owner.query('select from import_address_checks where is_open');
    if (rows.length === 0) return;
  }
}
const switchOn = (person: Person) => person.call(api.changeOrganizationSettings, { body: { checks_imports: true } });
const rowOf = (email: string, n: number) => `A,B,${email},linkedin.com/in/person-${n},C,,,\n`;
const fileOf = (emails: readonly string[]) => `${csvHeader}\n${emails.map(rowOf).join('')}`;

/** As the worker hands on what happened last; answers whether there was anything. */
async function runHandlers({ organization_id }: Person): Promise<boolean> {
  const { rows } = await server.owner.query(
    'select type, payload from outbox_events where organization_id = $1 order by id desc limit 1',
    [organization_id],
  );
  if (rows.length === 0) return false;
  const event = { type: rows[0].type, ...rows[0].payload };
  const handle = (tx: TransactionContext) =>
    event.type === 'leads_imported' ? beginImportCheck(tx, event) : checkEnteredAddress(tx, event);
  await system().forOrganization(organization_id).transaction(handle);
  return true;
}

async function importFile(person: Person, content: string, list?: number): Promise<number> {
  const id = list ?? (await createList(person));
  const imported = await importCsv(person, id, content);
  if (imported.status > 202) throw new Error(JSON.stringify(imported.error));
  await runHandlers(person);
  return id;
}
const checksOf = async (person: Person, list: number) =>
  (await person.call(api.listImportChecks, { params: { id: list } })).data.checks;
const resultsOf = async ({ organization_id }: Person) =>
  (
    await server.owner.query('select email, result from address_checks where organization_id = $1 order by email', [
      organization_id,
    ])
  ).rows.map(({ email, result }) => `${email} ${result}`);

describe('addresses of several organizations', () => {
  test('are asked about in turns: slow ones of one organization do not hold up those of another', async () => {
    const [slow, quick] = [await server.signUp(), await server.signUp()];
    await server.owner.query(
      `insert into address_checks (organization_id, email, asked_at, due_at)
        select $1::bigint, 'slow' || n || '@slow.example', app_now(), app_now() - interval '1 hour' from generate_series(1, 30) n
        union all select $2::bigint, 'quick@quick.example', app_now(), app_now()`,
      [slow.organization_id, quick.organization_id],
    );
    let answerQuickly = (): void => undefined;
    const isQuickDone = new Promise<void>((resolve) => {
      answerQuickly = resolve;
    });
    answerTo = async (email) => {
      if (email.startsWith('slow')) await isQuickDone;
      else answerQuickly();
      return said(email);
    };
    await turn();
    expect(await resultsOf(quick)).toEqual(['quick@quick.example valid']);
    expect(new Set(await resultsOf(slow)).size).toBe(30);
    // Four of the eight places at most, however many wait.
    expect(asked.indexOf('quick@quick.example')).toBeLessThanOrEqual(4);
  });
});

describe('addresses of an import', () => {
  test('are checked only where the organization asks for it', async () => {
    const person = await server.signUp();
    const list = await importFile(person, fileOf(['off@one.example']));
    await work();
    expect([asked, await checksOf(person, list)]).toEqual([[], []]);
    expect((await switchOn(person)).data).toMatchObject({ sends_risky: true, checks_imports: true });
    await person.call(api.changeOrganizationSettings, { body: { sends_risky: false } });
    expect((await person.call(api.getOrganizationSettings)).data).toMatchObject({
      sends_risky: false,
      checks_imports: true,
    });
  });

  test('are checked once each by two workers, ignoring case; known and suppressed ones are not', async () => {
    const [person, stranger] = [await server.signUp(), await server.signUp()];
    await switchOn(person);
    await person.call(api.addSuppression, { body: { entry: 'gone@one.example' } });
    await importFile(person, fileOf(['known@one.example']));
    await work();
    asked.length = 0;
    const list = await importFile(
      person,
      fileOf([
        'known@one.example',
        'gone@one.example',
        'Twice@one.example',
        'TWICE@ONE.example',
        'bad@one.example',
        'maybe@two.example',
        "x'); drop table prospects;--@one.example",
        'n/a',
        '"=cmd()"@one.example',
        `${'x'.repeat(300)}@one.example`,
      ]).replaceAll('person-', 'other-'),
    );
    await Promise.all([runHandlers(person), runHandlers(person)]);
    await work();
    expect([...asked].sort()).toEqual(['bad@one.example', 'maybe@two.example', 'twice@one.example']);
    // A campaign that starts now asks nothing.
    const { organization_id } = person;
    const mails = ['twice@one.example', 'bad@one.example', 'maybe@two.example'].map((email) => ({
      organization_id,
      email,
    }));
    const decided = await system().systemTransaction((tx) => decideFirstMails(tx, mails, tx.clock.now()));
    expect(decided.map(({ act }) => act)).toEqual(['send', 'stop', 'send_rarely']);
    await turn();
    expect(asked).toHaveLength(3);
    const [check] = await checksOf(person, list);
    expect(check).toMatchObject({ state: 'finished', total: 3, checked: 3, invalid: 1, risky: 1, is_collected: true });
    expect((await stranger.call(api.listImportChecks, { params: { id: list } })).status).toBe(404);
    const params = { id: check!.import_id };
    expect((await stranger.call(api.stopImportCheck, { params })).status).toBe(404);
    expect((await stranger.call(api.continueImportCheck, { params })).status).toBe(404);
    expect((await person.call(api.stopImportCheck, { params })).data.state).toBe('finished');
  });

  test('ten of one domain and a hundred of an organization are checked, and a campaign finds room', async () => {
    const person = await server.signUp();
    await switchOn(person);
    await importFile(person, fileOf(Array.from({ length: 60 }, (_, n) => `p${n}@same.example`)));
    const feed = async () => {
      await system().systemTransaction(async (tx) => {
        for (const open of await store.listOpenChecks(tx)) {
          const check = (await store.claimOpenCheck(tx, open))!;
          await store.collectAddresses(tx, check);
          await store.startNextBatch(tx, check);
        }
      });
      const { rows } = await server.owner.query(
        'select count(*)::int as n from address_checks where organization_id = $1 and due_at is not null',
        [person.organization_id],
      );
      return rows[0].n;
    };
    expect([await feed(), await feed()]).toEqual([10, 10]);
    await importFile(person, `${csvHeader}\n${csvRows(400, 1000)}`);
    for (let n = 0; n < 12; n += 1) await feed();
    expect(await feed()).toBe(100);
    await work(80);
    expect(asked).toHaveLength(460);
    expect(new Set(asked).size).toBe(460);
  });

  test('are asked about again when the worker that asked is gone, and counted once', async () => {
    const person = await server.signUp();
    await switchOn(person);
    const list = await importFile(person, fileOf(['a@one.example', 'b@one.example']));
    await system().systemTransaction(async (tx) => {
      const [open] = await store.listOpenChecks(tx);
      const check = (await store.claimOpenCheck(tx, open!))!;
      await store.collectAddresses(tx, check);
      await store.startNextBatch(tx, check);
    });
    // It took them and died; and another died in the middle of a step.
    const claim = () => system().systemTransaction((tx) => claimDue(tx, []));
    expect([(await claim())?.email, (await claim())?.email].sort()).toEqual(['a@one.example', 'b@one.example']);
    expect(await claim()).toBeNull();
    const died = system().systemTransaction(async (tx) => {
      for (const open of await store.listOpenChecks(tx)) await store.claimOpenCheck(tx, open);
      throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    await Promise.all([turn(), turn()]);
    expect(asked).toEqual([]);
    await system().systemTransaction(({ db }) =>
      sql`update address_checks set due_at = app_now() where organization_id = ${person.organization_id}`.execute(db),
    );
    await work();
    expect([...asked].sort()).toEqual(['a@one.example', 'b@one.example']);
    expect(await checksOf(person, list)).toMatchObject([{ state: 'finished', total: 2, checked: 2 }]);
  });

  test('wait with a reason when the provider’s credits are used up, and continue on request', async () => {
    const person = await server.signUp();
    await switchOn(person);
    let left = 3;
    answerTo = async (email) => {
      left -= 1;
      if (left >= 0) return said(email);
      const until = new Date(Date.now() + 60_000);
      throw new ProviderError('rate_limited', 'The verifications are used up.', {
        concerns: 'service',
        code: 'quota',
        until,
      });
    };
    const list = await importFile(person, fileOf(Array.from({ length: 150 }, (_, n) => `p${n}@d${n}.example`)));
    for (let n = 0; n < 12; n += 1) await turn();
    const [paused] = await checksOf(person, list);
    expect(paused).toMatchObject({ state: 'paused', reason: 'The verifications are used up.', total: 150 });
    expect(asked.length).toBeLessThanOrEqual(100);
    left = 1000;
    const params = { id: paused!.import_id };
    expect((await person.call(api.continueImportCheck, { params })).data).toMatchObject({
      state: 'checking',
      reason: '',
    });
    await system().systemTransaction(({ db }) =>
      sql`update address_checks set due_at = app_now() where due_at is not null`.execute(db),
    );
    await work();
    expect(await checksOf(person, list)).toMatchObject([{ state: 'finished', checked: 150 }]);
    expect(await resultsOf(person)).toHaveLength(150);
  });

  test('are asked about no more once a person stops it; what was found out and said of them stays', async () => {
    const person = await server.signUp();
    await switchOn(person);
    const list = await importFile(person, fileOf(Array.from({ length: 130 }, (_, n) => `p${n}@d${n}.example`)));
    await turn();
    const [check] = await checksOf(person, list);
    await system().systemTransaction(({ db }) =>
      sql`update address_checks set accepted_at = app_now() where email = (select email from address_checks
        where organization_id = ${person.organization_id} and due_at is null and verified_at is null limit 1)`.execute(
        db,
      ),
    );
    const params = { id: check!.import_id };
    expect((await person.call(api.stopImportCheck, { params })).data.state).toBe('stopped');
    await work();
    expect(asked.length).toBeLessThanOrEqual(100);
    expect(await resultsOf(person)).toHaveLength(asked.length + 1);
    expect(await checksOf(person, list)).toMatchObject([{ state: 'stopped', total: 130, checked: asked.length }]);
    expect((await person.call(api.continueImportCheck, { params })).data.state).toBe('stopped');
  });

  // A step takes 5,000: two whole ones and a part are as good as six, which `npm run prove` takes.
  const many = inject('is_proving') ? 30_000 : 10_400;

  test(`of a file of ${many} at one domain, half in other case, are collected in steps and checked in tens`, async () => {
    const person = await server.signUp();
    await switchOn(person);
    const list = await createList(person);
    await importCsv(person, list, fileOf(['p0@same.example']));
    await server.owner.query(
      `with made as (insert into prospects (organization_id, first_name, last_name, email, linkedin_profile_url, linkedin_key)
        select $1, 'A', 'B', case when n % 2 = 0 then 'p' || n || '@same.example' else 'P' || n - 1 || '@Same.Example' end,
          'https://www.linkedin.com/in/many-' || n, 'in/many-' || n from generate_series(1, $3::int) n returning id)
      insert into search_prospects (organization_id, search_id, prospect_id, created_at)
      select $1, $2, id, (select created_at from search_prospects where search_id = $2) from made`,
      [person.organization_id, list, many - 1],
    );
    await runHandlers(person);
    let asks = 0;
    for (let n = 0; n < 7; n += 1) {
      const before = asked.length;
      await turn();
      asks = Math.max(asks, asked.length - before);
    }
    expect(asks).toBe(10);
    expect(await checksOf(person, list)).toMatchObject([{ state: 'checking', is_collected: true, total: many / 2 }]);
  }, 60_000);

  test('and of a lead that a user edits are checked immediately', async () => {
    const person = await server.signUp();
    const list = await importFile(person, fileOf(['first@one.example']));
    const id = (await person.call(api.listSearchProspects, { params: { id: list } })).data.prospects[0]!.id;
    const enter = async (email: string) => {
      await person.call(api.updateProspect, { params: { id }, body: { email } });
      await runHandlers(person);
      await turn();
    };
    await enter('off@one.example');
    expect(asked).toEqual([]);
    await switchOn(person);
    await enter('Entered@one.example');
    expect(asked).toEqual(['entered@one.example']);
  });

  test('of a list that is deleted are asked about no more', async () => {
    const person = await server.signUp();
    await switchOn(person);
    await importFile(person, fileOf(['a@one.example']));
    await server.owner.query('delete from imports where organization_id = $1', [person.organization_id]);
    await work();
    expect(asked).toEqual([]);
  });
});
