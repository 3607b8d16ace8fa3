import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { parseRetryAfter } from '../contact-finder/provider-gate.ts';
import { isProviderError, ProviderError } from '../kit/errors.ts';
import { parseForeignJson, parseForeignList } from '../kit/foreign-json.ts';
import { type GuardedHttp, type GuardedResponse, ResponseTooLargeError } from '../kit/guarded-http.ts';
import type { ToolManifest } from './outreach-tools.port.ts';

const PAUSE_WITHOUT_HINT_IN_MS = 20_000;
const LONGEST_PAUSE_IN_MS = 3_600_000;

/** A page is larger than a tool may send. */
export class ToolPageTooLargeError extends Error {}

export interface ToolRequest<Schema extends z.ZodType> {
  url: string;
  /** POST where JSON is sent, else GET. */
  method?: 'GET' | 'POST';
  /** The key, where the tool takes it in a header. */
  headers?: Readonly<Record<string, string>>;
  json?: object | undefined;
  schema: Schema;
  signal: AbortSignal;
}

/** Calls a tool and parses its answer. @throws ProviderError as the port says, ToolPageTooLargeError */
export async function callTool<Schema extends z.ZodType>(
  http: GuardedHttp,
  manifest: ToolManifest,
  { url, json, method = json ? 'POST' : 'GET', headers, schema, signal }: ToolRequest<Schema>,
): Promise<z.output<Schema>> {
  const { timeout_in_ms, max_page_in_bytes } = manifest.limits;
  // The key travels with the request, in some tools in its address: a redirect must not carry it elsewhere, nor an error its address.
  const limits = { timeout_in_ms, max_size_in_bytes: max_page_in_bytes, keeps_redirects: true };
  const type = json && { 'content-type': 'application/json' };
  const sent = { method, headers: { accept: 'application/json', ...type, ...headers }, signal };
  const request = { ...limits, ...sent, ...(json && { body: JSON.stringify(json) }) };
  const response = await http.request(url, request).catch((cause: unknown) => {
    signal.throwIfAborted();
    if (cause instanceof ResponseTooLargeError) throw new ToolPageTooLargeError();
    throw new ProviderError('unavailable', `${manifest.label} didn't answer.`, { concerns: 'service', cause });
  });
  if (response.status !== 200) throw toFailure(manifest, response, listSecrets(url, headers));
  const parsed = schema.safeParse(await parseBody(manifest, response));
  if (parsed.success) return parsed.data;
  throw toUnreadable(manifest, parsed.error);
}

/** What of a request a refusal may repeat: some name the whole address, with the key in it. */
function listSecrets(url: string, headers: Readonly<Record<string, string>> = {}): string[] {
  const key = new URL(url).searchParams.get('api_key') ?? '';
  const sent = ['authorization', 'x-api-key'].flatMap((name) => headers[name]?.split(' ').at(-1) ?? []);
  const opened = sent.map((one) => Buffer.from(one, 'base64').toString().replace(/^:/, ''));
  const asForm = new URLSearchParams({ key }).toString().slice('key='.length);
  return [key, encodeURIComponent(key), asForm, ...sent, ...opened].filter((one) => one.length >= SHORTEST_SECRET);
}

const SHORTEST_SECRET = 6;

/** An answer of another form than the tool publishes. */
export const toUnreadable = ({ label }: ToolManifest, cause: unknown): ProviderError =>
  new ProviderError('unavailable', `${label} sent an answer that can't be read.`, { concerns: 'service', cause });

/** Null where the tool has no such part: of a draft, or of what was deleted since. @throws ProviderError */
export const orNone = <Answer>(part: Promise<Answer>): Promise<Answer | null> =>
  part.catch((error: unknown) => {
    if (isProviderError(error) && (error.code === '404' || error.code === '400')) return null;
    throw error;
  });

async function parseBody(manifest: ToolManifest, { body }: GuardedResponse): Promise<unknown> {
  try {
    return await parseForeignList(body);
  } catch (cause) {
    throw toUnreadable(manifest, cause);
  }
}

function toFailure({ label }: ToolManifest, response: GuardedResponse, secrets: readonly string[]): ProviderError {
  const { status, headers } = response;
  const said = describe(response, secrets);
  const details = { concerns: 'service', code: String(status) } as const;
  if (status === 401 || status === 403)
    return new ProviderError('auth_expired', `${label} refuses this key${said}.`, details);
  if (status === 402)
    return new ProviderError('rejected', `${label} asks for an active paid plan before its API answers.`, details);
  if (status === 429) {
    const hint = parseRetryAfter(headers)?.getTime() ?? Date.now() + PAUSE_WITHOUT_HINT_IN_MS;
    const until = new Date(Math.min(hint, Date.now() + LONGEST_PAUSE_IN_MS));
    return new ProviderError('rate_limited', `${label} asked us to slow down.`, { ...details, until });
  }
  if (status >= 500) return new ProviderError('unavailable', `${label} has a problem (${status}).`, details);
  if (status < 400) return new ProviderError('unavailable', `${label} sent an answer that can't be read.`, details);
  return new ProviderError('rejected', `${label} refused the request${said}.`, details);
}

const refusal = z.union([
  z.object({ message: z.string() }),
  z.object({ error: z.string() }).transform(({ error }) => ({ message: error })),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error),
  z.object({ errorMessage: z.string() }).transform(({ errorMessage }) => ({ message: errorMessage })),
]);

/** The message of a refusal, for people who look into the settings of the tool. */
function describe({ body }: GuardedResponse, secrets: readonly string[]): string {
  try {
    const { message } = refusal.parse(parseForeignJson(body));
    const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message);
    return shown === '' ? '' : `: ${cutText(shown.replace(/\.$/, ''), 200)}`;
  } catch {
    return '';
  }
}
