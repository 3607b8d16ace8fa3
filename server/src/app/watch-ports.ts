import { isProviderError } from '@overture/adapters/kit/errors';
import { toStorableText } from '@overture/domain/text/storable-text';
import { sql } from 'kysely';
import type { SystemContext } from '../kernel/context.ts';
import { toJson } from '../kernel/db/to-json.ts';
import type { Loop } from '../kernel/slice.ts';
import type { Ports } from '../ports.ts';

interface Heard {
  succeeded_at: Date | null;
  failed_at: Date | null;
  failures: number;
  last_error: string | null;
}

/** What this process heard since it last wrote it down. */
const heard = new Map<string, Heard>();
const LONGEST_ERROR = 500;

/** Remembers of each port's calls when one succeeded and how one failed. Only a provider's failure counts: a refusal of ours says nothing of it. */
export function watchPorts(ports: Ports, { has_bucket }: { has_bucket: boolean }): Ports {
  const names = [
    'contact_finder',
    'dns',
    'identity',
    'lead_database',
    'linkedin',
    'llm',
    'mailbox',
    'mailer',
    'payments',
    'sources',
    // Of a folder on this machine there is nothing to say.
    ...(has_bucket ? (['files'] as const) : []),
  ] as const;
  const watched = names.map((name) => [name, watchPort(name, ports[name])]);
  return { ...ports, ...Object.fromEntries(watched) };
}

function watchPort<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const answer: unknown = value.apply(target, given);
        if (answer instanceof Promise)
          answer.then(
            () => note(name, null),
            (error) => note(name, error),
          );
        return answer;
      };
    },
  });
}

function note(name: string, error: unknown): void {
  // A provider that refuses one thing, or finds it nowhere, works.
  const isFailure = isProviderError(error) && !['rejected', 'not_found'].includes(error.kind);
  if (error !== null && !isFailure) return;
  const known = heard.get(name) ?? { succeeded_at: null, failed_at: null, failures: 0, last_error: null };
  if (error === null) known.succeeded_at = new Date();
  else {
    known.failed_at = new Date();
    known.failures += 1;
    known.last_error = toStorableText(String((error as Error).message), LONGEST_ERROR);
  }
  heard.set(name, known);
}

/** Every process writes down what it heard; the database keeps the sum. */
export const adapterStates: Loop = {
  name: 'adapter-states',
  interval_in_ms: 10_000,
  async run(ctx: SystemContext) {
    const rows = [...heard].map(([adapter, state]) => ({ adapter, ...state }));
    heard.clear();
    if (rows.length === 0) return;
    await ctx.systemTransaction(({ db }) =>
      sql`insert into adapter_states as s (adapter, succeeded_at, failed_at, failures, last_error)
        select adapter, succeeded_at, failed_at, failures, last_error from jsonb_to_recordset(${toJson(rows)}::jsonb)
          as h (adapter text, succeeded_at timestamptz, failed_at timestamptz, failures bigint, last_error text)
        on conflict (adapter) do update set succeeded_at = greatest(s.succeeded_at, excluded.succeeded_at),
          failed_at = greatest(s.failed_at, excluded.failed_at), failures = s.failures + excluded.failures,
          last_error = coalesce(excluded.last_error, s.last_error)`.execute(db),
    );
  },
};
