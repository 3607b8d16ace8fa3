import { cutText } from '@overture/domain/text/text-bounds';
import type { z } from 'zod';
import { parseRetryAfter } from '../contact-finder/provider-gate.ts';
import { ProviderError } from '../kit/errors.ts';
import { parseForeignJson } from '../kit/foreign-json.ts';
import type { GuardedHttp, GuardedRequest, GuardedResponse } from '../kit/guarded-http.ts';
import type { ToolManifest } from './outreach-tools.port.ts';

const PAUSE_WITHOUT_HINT_IN_MS = 20_000;
const LONGEST_PAUSE_IN_MS = 3_600_000;

/** Calls a tool and parses its answer. @throws ProviderError as the port says */
export async function callTool<Schema extends z.ZodType>(
  http: GuardedHttp,
  manifest: ToolManifest,
  { url, schema, ...request }: GuardedRequest & { url: string; schema: Schema },
): Promise<z.output<Schema>> {
  const { timeout_in_ms, max_page_in_bytes } = manifest.limits;
  // The key travels with the request: a redirect must not carry it elsewhere.
  const limits = { timeout_in_ms, max_size_in_bytes: max_page_in_bytes, max_redirects: 0 };
  const response = await http.request(url, { ...limits, ...request }).catch((cause: unknown) => {
    request.signal?.throwIfAborted();
    throw new ProviderError('unavailable', `${manifest.label} didn't answer.`, { concerns: 'service', cause });
  });
  if (response.status !== 200) throw toFailure(manifest, response);
  const parsed = schema.safeParse(parseBody(manifest, response));
  if (parsed.success) return parsed.data;
  const reason = `${manifest.label} sent an answer that can't be read.`;
  throw new ProviderError('unavailable', reason, { concerns: 'service', cause: parsed.error });
}

function parseBody(manifest: ToolManifest, { body }: GuardedResponse): unknown {
  try {
    return parseForeignJson(body);
  } catch (cause) {
    const reason = `${manifest.label} sent an answer that can't be read.`;
    throw new ProviderError('unavailable', reason, { concerns: 'service', cause });
  }
}

function toFailure({ label }: ToolManifest, response: GuardedResponse): ProviderError {
  const { status, headers } = response;
  const details = { concerns: 'service', code: String(status) } as const;
  if (status === 401 || status === 403)
    return new ProviderError('auth_expired', `${label} refuses this key${describe(response)}.`, details);
  if (status === 402)
    return new ProviderError('rejected', `${label} asks for an active paid plan before its API answers.`, details);
  if (status === 429) {
    const hint = parseRetryAfter(headers)?.getTime() ?? Date.now() + PAUSE_WITHOUT_HINT_IN_MS;
    const until = new Date(Math.min(hint, Date.now() + LONGEST_PAUSE_IN_MS));
    return new ProviderError('rate_limited', `${label} asked us to slow down.`, { ...details, until });
  }
  if (status >= 500) return new ProviderError('unavailable', `${label} has a problem (${status}).`, details);
  return new ProviderError('rejected', `${label} refused the request${describe(response)}.`, details);
}

/** The message of a refusal, for people who look into the settings of the tool. */
function describe({ body }: GuardedResponse): string {
  try {
    const { message } = parseForeignJson(body) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? `: ${cutText(message.replace(/\.$/, ''), 200)}` : '';
  } catch {
    return '';
  }
}
