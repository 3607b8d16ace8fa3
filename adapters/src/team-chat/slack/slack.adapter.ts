import { toStorableText } from '@overture/domain/text/storable-text';
import { OutboundRefusedError, parseOutboundAllow } from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import { createGuardedHttp, type GuardedResponse } from '../../kit/guarded-http.ts';
import type { TeamChatPort } from '../team-chat.port.ts';
import { slackManifest } from './slack.manifest.ts';

interface SlackOptions {
  outbound_allow: string;
  /** Beginnings of addresses besides Slack's own: the stand-in of the sandbox. */
  further_addresses?: readonly string[];
}

const { limits, refusals } = slackManifest;

export function createSlack({ outbound_allow, further_addresses = [] }: SlackOptions): TeamChatPort {
  const http = createGuardedHttp({ allow: parseOutboundAllow(outbound_allow) });
  const addresses = [slackManifest.address, ...further_addresses];
  const refuseUrl = (text: string): string | null => findFault(text, addresses);
  return {
    refuseUrl,
    escape: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    async post({ url, text, signal }) {
      const fault = refuseUrl(url);
      if (fault !== null) throw new ProviderError('rejected', fault, { concerns: 'sender' });
      const response = await http
        .request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ text: cutMessage(text) }),
          timeout_in_ms: limits.timeout_in_ms,
          max_size_in_bytes: limits.max_answer_in_bytes,
          cuts_body: true,
          keeps_redirects: true,
          signal,
        })
        .catch((error: unknown) => {
          throw toProviderError(error);
        });
      judge(response);
    },
    close: () => http.close(),
  };
}

/** Three parts follow: team, service and secret. */
const PARTS = /^[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{1,80}$/;

function findFault(text: string, addresses: readonly string[]): string | null {
  const beginning = addresses.find((address) => text.startsWith(address));
  if (beginning !== undefined && PARTS.test(text.slice(beginning.length, beginning.length + 200))) return null;
  return `Please enter the whole address of an incoming webhook. It begins with ${slackManifest.address}`;
}

/** At most 4 KB of UTF-8; an escaped character is not cut in the middle. */
function cutMessage(text: string): string {
  if (Buffer.byteLength(text) <= limits.max_text_in_bytes) return text;
  const encoded = new Uint8Array(limits.max_text_in_bytes - 4);
  const { read } = new TextEncoder().encodeInto(text, encoded);
  return `${toStorableText(text, read).replace(/&[a-z]{0,4}$/, '')}…`;
}

function judge({ status, headers, body }: GuardedResponse): void {
  const said = toStorableText(body.toString('utf8'), 100).trim();
  if (status === 200) return;
  if (status === 429) {
    const seconds = Math.min(Math.max(Number(headers.get('retry-after')) || 30, 1), limits.longest_pause_in_s);
    const until = new Date(Date.now() + seconds * 1000);
    throw new ProviderError('rate_limited', 'Slack asked for a pause.', { concerns: 'service', code: '429', until });
  }
  const details = { concerns: 'sender', code: said || String(status) } as const;
  if (Object.hasOwn(refusals, said))
    throw new ProviderError('rejected', refusals[said as keyof typeof refusals], details);
  if (status >= 500)
    throw new ProviderError(
      'unknown_outcome',
      `Slack failed with status ${status}. The message may have been posted.`,
      details,
    );
  throw new ProviderError('rejected', `Slack refused the message: ${said || status}`, details);
}

/** Failures before a connection exists: nothing was sent. */
const NEVER_SENT =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|SIGNATURE|ALTNAME|SELF_SIGNED/;

function toProviderError(error: unknown): ProviderError {
  if (error instanceof OutboundRefusedError)
    return new ProviderError('rejected', error.message, { concerns: 'sender' });
  const causes = [error, error instanceof Error ? error.cause : null];
  const code = causes.flatMap((one) => (one instanceof Error && 'code' in one ? [String(one.code)] : []))[0] ?? '';
  const details = { concerns: 'service', code, cause: error } as const;
  return NEVER_SENT.test(code)
    ? new ProviderError('unavailable', "Slack couldn't be reached.", details)
    : new ProviderError('unknown_outcome', "Slack didn't answer. The message may have been posted.", details);
}
