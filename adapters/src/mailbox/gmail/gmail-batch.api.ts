import { setTimeout as sleep } from 'node:timers/promises';
import { cutText } from '@overture/domain/text/text-bounds';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import { parseForeignJson } from '../../kit/foreign-json.ts';
import type { OauthConnection } from '../mailbox.port.ts';
import type { Gmail } from './gmail-client.api.ts';
import { toGmailError } from './gmail-error.transform.ts';

/** Many reading calls in one request (multipart/mixed). Those that were refused for their rate are asked again. */

const MOST_TRIES = 4;
const OVERHEAD_IN_BYTES = 200_000;

/**
 * @param paths of GET calls below `/gmail/v1/users/me`, at most 50
 * @param expected_size_in_bytes of all answers together
 * @returns the bodies in the order of `paths`; null for deleted items
 * @throws ProviderError
 */
export async function requestBatch(
  gmail: Gmail,
  connection: OauthConnection,
  paths: readonly string[],
  expected_size_in_bytes: number,
): Promise<unknown[]> {
  const bodies: unknown[] = paths.map(() => null);
  let waiting = paths.map((path, index) => ({ path, index }));
  for (let tries = 1; waiting.length > 0; tries += 1) {
    const answers = await requestOnce(gmail, connection, waiting, expected_size_in_bytes);
    const refused: typeof waiting = [];
    for (const entry of waiting) {
      const answer = answers.get(entry.index);
      if (answer === undefined) throw unreadable();
      if (answer.status < 300) bodies[entry.index] = answer.body;
      else if (answer.status !== 404) {
        const refusal = toGmailError({ ...answer, retry_after: null }, gmail.now());
        if (!isProviderError(refusal, 'rate_limited') && !isProviderError(refusal, 'unavailable')) throw refusal;
        if (tries === MOST_TRIES) throw refusal;
        refused.push(entry);
      }
    }
    waiting = refused;
    if (waiting.length > 0) await sleep(gmail.back_off_in_ms * 2 ** (tries - 1) * (0.75 + Math.random() / 2));
  }
  return bodies;
}

type Answer = { status: number; body: unknown };

async function requestOnce(
  gmail: Gmail,
  connection: OauthConnection,
  calls: readonly { path: string; index: number }[],
  expected_size_in_bytes: number,
): Promise<Map<number, Answer>> {
  const boundary = 'overture-batch';
  const parts = calls.map(
    ({ path, index }) =>
      `--${boundary}\r\nContent-Type: application/http\r\nContent-ID: <call-${index}>\r\n\r\nGET /gmail/v1/users/me${path} HTTP/1.1\r\n\r\n`,
  );
  const response = await gmail.http.request(connection, {
    method: 'POST',
    url: gmail.batch_url,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}`, accept: 'multipart/mixed' },
    body: `${parts.join('\r\n')}\r\n--${boundary}--\r\n`,
    effect: 'repeatable',
    max_size_in_bytes: expected_size_in_bytes + OVERHEAD_IN_BYTES,
  });
  return parseAnswers(response.headers.get('content-type') ?? '', response.body);
}

/** Takes an answer apart. What is no part of the expected form is left out; the caller misses it then. */
export function parseAnswers(content_type: string, body: Buffer): Map<number, Answer> {
  const boundary = /boundary="?([^";\s]{1,200})"?/i.exec(content_type)?.[1];
  if (boundary === undefined) throw unreadable();
  const answers = new Map<number, Answer>();
  // latin1 keeps every byte; the JSON inside is read as UTF-8 below.
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const id = /^content-id:\s*<response-call-(\d{1,6})>/im.exec(cutText(part, 4_000))?.[1];
    const start = /HTTP\/\d(?:\.\d)? (\d{3})/.exec(cutText(part, 8_000));
    if (id === undefined || start === null) continue;
    const rest = part.slice(part.indexOf('\n', start.index) + 1);
    // An inner answer without headers begins with the empty line itself.
    const gap = /^\r?\n|\r?\n\r?\n/.exec(cutText(rest, 64_000));
    const text = gap === null ? '' : rest.slice(gap.index + gap[0].length);
    answers.set(Number(id), { status: Number(start[1]), body: parseJson(text) });
  }
  return answers;
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(Buffer.from(text, 'latin1'));
  } catch {
    return null;
  }
}

function unreadable(): ProviderError {
  const details = { concerns: 'service', code: 'unexpected_answer' } as const;
  return new ProviderError('unavailable', 'Google gave an answer we cannot read.', details);
}
