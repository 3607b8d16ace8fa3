/** What a failed delivery says about the address: bad for good, worth another try some day, or the sender's own fault. */
export type BounceKind = 'bounce_hard' | 'bounce_soft' | 'bounce_policy';

/** The receiver does not know the mailbox, in the words servers use. */
const UNKNOWN_MAILBOX = [
  /(?:user|recipient|mailbox|account|address|addressee|alias)s?\b[^.\n]{0,60}\b(?:unknown|not found|not exist|doesn'?t exist|does not exist|invalid|not valid|no longer|not known|disabled|inactive|deactivated|suspended|not available|unavailable|terminated|closed)/i,
  /(?:unknown|no such|invalid|inactive|non-?existent)\s+(?:local[- ])?(?:user|recipient|mailbox|address|account|person|alias)/i,
  /(?:no|not a) (?:valid )?(?:mailbox|user|account|recipient) (?:here|by that name|with that name|with this name)/i,
  /no mailbox here by that name/i,
  /doesn'?t have an? [\w.-]+ account/i,
  /unrouteable address|recipient not found|address not found|RESOLVER\.ADR\.(?:RecipNotFound|RecipientNotFound)|RecipientNotFound/i,
  /(?:domain|host)(?: name)?\b[^.\n]{0,40}\b(?:not found|does not exist|doesn'?t exist|couldn'?t be found|unknown)|NXDOMAIN|null ?MX|does not accept (?:mail|email)/i,
  /account that you tried to reach (?:does not exist|is disabled|is inactive)/i,
];

/** The receiver refuses the sender or the message: no word about the address. */
const REFUSED_SENDER = [
  /\b(?:spam|unsolicited|blacklist(?:ed)?|block ?list(?:ed)?|blocklisted|blocked|reputation|dnsbl|rbl|spamhaus|barracuda|banned|junk)\b/i,
  /\b(?:SPF|DKIM|DMARC|unauthenticated|not authenticated|authentication (?:required|checks?|failed)|not authorized|unauthorized)\b/i,
  /\b(?:policy|policies|prohibited|not allowed|denied by|content (?:rejected|filter)|virus|malware|suspicious|relay(?:ing)? (?:access )?denied)\b/i,
  /(?:daily|hourly|sending) (?:user )?(?:sending )?(?:limit|quota)|too many (?:recipients|messages)|rate limit/i,
  /sender (?:address )?(?:rejected|denied|not allowed|blocked)|bad sender/i,
  /(?:message|size)[^.\n]{0,40}(?:too (?:big|large)|exceeds?[^.\n]{0,30}(?:size|limit))/i,
];

const FULL_MAILBOX =
  /mailbox (?:is )?(?:full|over)|over (?:its )?quota|quota exceeded|out of (?:storage|space)|insufficient (?:system )?storage|mailfolder is full|storage (?:limit|space)/i;

/** Codes that mean one thing, whatever stands in the text (RFC 3463, and Microsoft's and Google's own). */
const CODE_KINDS: readonly [RegExp, BounceKind][] = [
  [/^4\./, 'bounce_soft'],
  [/^5\.1\.(?:1|2|3|6|10)$/, 'bounce_hard'],
  [/^5\.1\.(?:7|8|9|20|90)$/, 'bounce_policy'],
  [/^5\.2\.2$/, 'bounce_soft'],
  [/^5\.2\.3$|^5\.3\.4$|^5\.4\.5$/, 'bounce_policy'],
  [/^5\.2\.1$/, 'bounce_hard'],
  [/^5\.4\.(?:1|4|310)$/, 'bounce_hard'],
  [/^5\.4\.(?:6|7|14|300|312|316|317)$/, 'bounce_soft'],
  [/^5\.7\.\d+$/, 'bounce_policy'],
  [/^5\.6\.\d+$/, 'bounce_policy'],
];

/**
 * Class of a failure from its enhanced status (`5.1.1`, null when none was given) and the server's words. An address is called bad only
 * on evidence: a failure nobody explains is soft, because a good address suppressed by mistake is never written to again.
 */
export function classifyBounce(status: string | null, words: string): BounceKind {
  const text = words.slice(0, 20_000);
  const code = status ?? readEnhancedStatus(text);
  const isPermanent = code === null || !code.startsWith('4.');
  // Yandex and others answer 5.7.1 for mailboxes that do not exist.
  if (isPermanent && isUnknownMailbox(text) && !isRefusedSender(text)) return 'bounce_hard';
  const known = code === null ? undefined : CODE_KINDS.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return known[1];
  if (FULL_MAILBOX.test(text)) return 'bounce_soft';
  if (isRefusedSender(text)) return 'bounce_policy';
  return isPermanent && isUnknownMailbox(text) ? 'bounce_hard' : 'bounce_soft';
}

function isUnknownMailbox(text: string): boolean {
  return UNKNOWN_MAILBOX.some((pattern) => pattern.test(text)) && !FULL_MAILBOX.test(text);
}

function isRefusedSender(text: string): boolean {
  return REFUSED_SENDER.some((pattern) => pattern.test(text));
}

/** First enhanced status code in a server's words, e.g. `5.1.1`, or null. */
export function readEnhancedStatus(text: string): string | null {
  const match = /(?:^|[\s(#[:-])([245]\.\d{1,3}\.\d{1,3})(?![.\d])/.exec(text);
  return match?.[1] ?? null;
}
