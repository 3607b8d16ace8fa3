import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@overture/contract';
import type { Endpoint, EndpointInput, EndpointOutput } from '@overture/contract/endpoint';
import type { MailWorld } from '../../../server/src/testing/mail-world.ts';

/** The running program beside the sandbox; every case reaches it as a browser and a mail server do. */
export interface FieldStage {
  /** Address of the program. */
  url: string;
  /** The owner of the tables, for what is arranged and waited for. */
  owner: { query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }> };
  world: MailWorld;
  /** A new person with an organization of their own; the headers of their session. */
  signUp(): Promise<{ organization_id: number; headers: Record<string, string> }>;
}

interface FieldFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface FieldPerson {
  organization_id: number;
  /** @throws with the words of the program where it refuses */
  call<E extends Endpoint>(endpoint: E, input?: EndpointInput<E>, file?: FieldFile): Promise<EndpointOutput<E>>;
}

export async function enterStage(stage: FieldStage): Promise<FieldPerson> {
  const { organization_id, headers } = await stage.signUp();
  // The words of messages are compared, without the link to the privacy notice.
  await stage.owner.query(
    'update organizations set active_subscription = true, extra_email_accounts = 10, adds_privacy_link = false where organization_id = $1',
    [organization_id],
  );
  await stage.owner.query("update sessions set expires_at = now() + interval '900 days' where organization_id = $1", [
    organization_id,
  ]);
  return {
    organization_id,
    call: (endpoint, input, file) =>
      request(stage.url, headers, endpoint, (input ?? {}) as Input, file) as Promise<never>,
  };
}

interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

async function request(
  url: string,
  headers: Record<string, string>,
  { method, path }: Endpoint,
  { params, query, body }: Input,
  file?: FieldFile,
): Promise<unknown> {
  const address = new URL(
    `${url}/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))}`,
  );
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, asText(value));
  const init: RequestInit = { method, headers: { ...headers } };
  if (file) init.body = toForm(body ?? {}, file);
  else if (method !== 'GET') {
    init.body = JSON.stringify(body ?? {});
    init.headers = { ...headers, 'content-type': 'application/json' };
  }
  const answer = await fetch(address, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 600)}`);
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

function toForm(fields: Record<string, unknown>, file: FieldFile): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, asText(value));
  form.set('file_content', new Blob([file.bytes], { type: 'text/csv' }), file.name);
  return form;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Asks less and less often: what takes long need not be asked for a hundred times. @throws once it took two minutes */
export async function until<Value>(
  what: string,
  read: () => Promise<Value | null | undefined | false>,
): Promise<Value> {
  const deadline = performance.now() + 120_000;
  for (let pause = 50; ; pause = Math.min(500, 1.4 * pause)) {
    const value = await read();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`never happened: ${what}`);
    await sleep(pause);
  }
}

/** Moves the program's clock and waits until all that was due has been done. */
export async function travel(stage: FieldStage, person: FieldPerson, seconds: number): Promise<void> {
  await person.call(api.advanceClock, { body: { advance_in_seconds: seconds } });
  // A session without a call expires within a month.
  await stage.owner.query('update sessions set last_seen_at = app_now() where organization_id = $1', [
    person.organization_id,
  ]);
  await rest(stage);
}

/** Waits until nothing is due or on its way. */
export async function rest({ owner }: FieldStage): Promise<void> {
  const busy = [
    "campaign_lanes where look_at <= app_now() + interval '1 second'",
    "outbound_intents where state = 'dispatching' or (state = 'intent' and due_at <= app_now())",
  ].map((rows) => `exists (select from ${rows})`);
  await until('all that is due has been done', async () => {
    const { rows } = await owner.query(`select not (${busy.join(' or ')}) as is_quiet`);
    return rows[0]?.is_quiet === true;
  });
}

export interface SentMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  message_id: string;
}

const fetchSandbox = async <Answer>({ world }: FieldStage, path: string): Promise<Answer> =>
  (await (await fetch(`${world.sandbox.addresses.http_url}/api${path}`)).json()) as Answer;

/** Mails of a sender that the mail server took, oldest first. */
export async function listSent(stage: FieldStage, sender: string): Promise<SentMail[]> {
  const path = `/mails?limit=1000&q=${encodeURIComponent(sender)}`;
  const { mails } = await fetchSandbox<{ mails: (Omit<SentMail, 'to'> & { to: string[] })[] }>(stage, path);
  return mails.toReversed().map((mail) => ({ ...mail, to: mail.to[0]?.toLowerCase() ?? '' }));
}

/** How many mails each address got, by the mail server's own ledger. */
export async function countSent(stage: FieldStage): Promise<Map<string, number>> {
  const { counts } = await fetchSandbox<{ counts: { recipient: string; count: number }[] }>(stage, '/ledger');
  const sums = new Map<string, number>();
  for (const { recipient, count } of counts) sums.set(recipient, (sums.get(recipient) ?? 0) + count);
  return sums;
}
