import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPerson, BenchServer } from '../../support/bench-server.ts';
import type { MonthSender } from './month.oracle.ts';

export interface Month {
  server: BenchServer;
  person: BenchPerson;
  sandbox_url: string;
  /** The organization's own AI snippet. */
  snippet: { id: number; name: string } | null;
  senders: (MonthSender & { campaign_id: number })[];
}

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

/** Waits until nothing of the organization is due, on its way, unread or being looked up. */
export async function rest({ server, person }: Pick<Month, 'server' | 'person'>): Promise<void> {
  const deadline = performance.now() + 600_000;
  const busy = [
    "campaign_lanes where look_at <= app_now() + interval '1 second'",
    "outbound_intents where (state in ('dispatching', 'unknown') or (state = 'intent' and due_at <= app_now()))",
    'linkedin_events where processed_at is null',
    'outbox_events where true',
    'enrichment_cells where true',
    "ai_segment_texts where state in ('wanted', 'queued', 'running') and not_before <= app_now()",
    `campaign_lookups k where state = 'wanted' and exists (select from campaign_leads l where l.id = k.campaign_lead_id
      and l.status in ('SCHEDULED', 'ACTIVE'))`,
  ].map((rows) => `exists (select from ${rows} and organization_id = $1)`);
  for (let quiet = 0; quiet < 3; ) {
    const { rows } = await server.owner.query(`select ${busy.join(' or ')} as busy`, [person.organization_id]);
    quiet = rows[0].busy ? 0 : quiet + 1;
    if (performance.now() > deadline) throw new Error('the program did not come to rest within ten minutes');
    await sleep(quiet === 0 ? 100 : 250);
  }
}
