import type { BenchPerson, BenchServer } from '../../bench-server.ts';
import type { MonthSender } from './month-oracle.ts';

export interface Month {
  server: BenchServer;
  person: BenchPerson;
  sandbox_url: string;
  /** The organisation's own AI snippet. */
  snippet: { id: number; name: string } | null;
  senders: (MonthSender & { campaign_id: number })[];
}

/** One call that must succeed. */
export async function call<Answer = Record<string, never>>(
  { person }: Pick<Month, 'person'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await person.call(method, path, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}

export async function control(month: Pick<Month, 'sandbox_url'>, path: string, body: object): Promise<void> {
  const answer = await fetch(`${month.sandbox_url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}
