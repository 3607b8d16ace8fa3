import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, newToken } from '../../server/src/kernel/crypto.ts';
import type { FromClients, ToClients } from '../references/live-clients.ts';
import type { BenchServer } from './bench-server.ts';

/** Who listens: so many connections of each person. */
export interface Crowd {
  organizations: number;
  peopleEach: number;
  perPerson: number;
}

export interface Side {
  publish(messages: { organization: number; sent_at: number }[]): Promise<void>;
  clients: ChildProcess;
  /** Processor time of who sends, in seconds. */
  processorTime(): number;
}

/** From before a message's commit until each connection of its organization has it, one message every so often. */
export async function measureDelays(
  { publish, clients }: Side,
  { organizations, peopleEach, perPerson }: Crowd,
  { messages, pause_in_ms }: { messages: number; pause_in_ms: number },
): Promise<number[]> {
  await announce(clients, { expect: messages * peopleEach * perPerson });
  const done = once(clients, 'message') as Promise<[FromClients]>;
  for (let turn = 0; turn < messages; turn += 1) {
    const organization = (turn * 37) % organizations;
    await Promise.all([
      publish([{ organization, sent_at: performance.timeOrigin + performance.now() }]),
      sleep(pause_in_ms),
    ]);
  }
  return (await done)[0].delays;
}

interface Person {
  id: number;
  organization_id: number;
  token: string;
}

/** People of each organization, each with a session. */
export async function makePeople({ owner }: BenchServer, { organizations, peopleEach }: Crowd): Promise<Person[]> {
  const { rows } = await owner.query(
    `with made as (insert into organizations (name) select 'Live ' || n from generate_series(1, $1::int) n returning organization_id)
    insert into users (organization_id, email, name, role, verified_at)
    select organization_id, 'live' || organization_id || '-' || n || '@bench.example', 'Live', 'USER', now()
    from made, generate_series(1, $2::int) n returning id, organization_id`,
    [organizations, peopleEach],
  );
  const people = rows.map((row) => ({
    id: Number(row.id),
    organization_id: Number(row.organization_id),
    token: newToken(),
  }));
  await owner.query(
    `insert into sessions (token_hash, organization_id, user_id, expires_at)
    select t, o, u, now() + interval '1 day' from unnest($1::bytea[], $2::bigint[], $3::bigint[]) as s (t, o, u)`,
    [people.map((one) => hashToken(one.token)), people.map((one) => one.organization_id), people.map((one) => one.id)],
  );
  return people;
}

export async function openProduct(
  { owner, url, processorTime }: BenchServer,
  people: Person[],
  { perPerson }: Crowd,
): Promise<Side> {
  const ids = [...new Set(people.map((one) => one.organization_id))];
  const live = url.replace('http', 'ws');
  const clients = await openClients(
    people.flatMap(({ id, token }) => Array.from({ length: perPerson }, () => ({ url: `${live}/ws/${id}/`, token }))),
  );
  return {
    clients,
    processorTime,
    // What a commit of the product leaves behind, and the wake-up that follows it.
    async publish(messages) {
      await owner.query(
        `insert into live_messages (organization_id, type, data)
        select o, 'campaign_status', jsonb_build_object('campaign_id', 1, 'status', 'ACTIVE', 'sent_at', s)
        from unnest($1::bigint[], $2::float8[]) as m (o, s)`,
        [messages.map((one) => ids[one.organization]), messages.map((one) => one.sent_at)],
      );
      await owner.query("select pg_notify('overture_outbox', '')");
    },
  };
}

export async function openClients(open: { url: string; token?: string }[]): Promise<ChildProcess> {
  const clients = fork(join(import.meta.dirname, '../references/live-clients.ts'));
  await announce(clients, { open });
  return clients;
}

/** Sends and waits for the answer; throws when the process ends instead. */
export async function announce(child: ChildProcess, message: ToClients): Promise<void> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the clients ended before they answered')));
  const answered = once(child, 'message');
  child.send(message);
  await Promise.race([answered, ended]);
}
