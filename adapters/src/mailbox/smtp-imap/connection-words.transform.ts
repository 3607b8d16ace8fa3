import { cutText } from '@overture/domain/text/text-bounds';

/**
 * Connection failures as Node, nodemailer and imapflow name them, explained to the user who connected the mailbox: what
 * happened, then what to do. nodemailer replaces codes of Node by its own, so messages are checked as well.
 */
const WORDS: readonly [RegExp, string][] = [
  [/ENOTFOUND|EAI_NONAME|ENODATA/, 'No server was found under this name. Check the spelling of the server name.'],
  [/EAI_AGAIN|ESERVFAIL/, "The server name couldn't be looked up just now. We'll try again."],
  [/ECONNREFUSED/, 'The server refused the connection on this port. Check the server name and the port.'],
  [/EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN/, "The server can't be reached from here. Check the server name."],
  [
    /ETIMEDOUT|ETIMEOUT|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|No answer from|Connection timeout|Socket timeout|timed out/i,
    "The server didn't answer in time. Check the server name and the port.",
  ],
  [
    /self[- _]signed/i,
    "The server's certificate is self-signed, so its identity can't be checked. Ask your mail provider for a valid one.",
  ],
  [
    /CERT_HAS_EXPIRED|certificate has expired/i,
    "The server's certificate has expired. Ask your mail provider to renew it.",
  ],
  [
    /ALTNAME/i,
    "The server's certificate belongs to another name. Use the server name that your mail provider gives for IMAP and SMTP.",
  ],
  [
    /UNABLE_TO_|unable to (?:verify|get)|CERT_/i,
    "The server's certificate isn't issued by a known authority. Ask your mail provider for a valid one.",
  ],
  [
    /EPROTO|WRONG_VERSION|wrong version number|packet length too long|SSL routines|tlsv1/i,
    "The server doesn't use this kind of encryption on this port. Check the port and whether it takes SSL/TLS or STARTTLS.",
  ],
  [
    /does(?:n't| not) support STARTTLS|ETLS/i,
    'The server offers no encrypted connection (STARTTLS) on this port. Use its port for SSL/TLS.',
  ],
  [
    /ECONNRESET|EPIPE|ECONNECTION|NoConnection|closed the connection|closed unexpectedly|Unexpected socket close|Unexpected close|socket hang up/i,
    'The server closed the connection. Check the port, or try again later.',
  ],
];

/** Names of faults, which support asks for. */
const findName = (text: string): string | undefined =>
  text.match(/\b[A-Z][A-Z_]{2,60}\b/g)?.find((word) => word.startsWith('E') || word.includes('_'));

/** What a failed connection means; a server's own words are not for here. */
export function describeConnection({ code, message }: { code?: string | undefined; message: string }): string {
  const said = cutText(message, 500);
  const words = WORDS.find(([pattern]) => pattern.test(`${code ?? ''} ${said}`))?.[1];
  if (words === undefined) return `The connection to the mail server failed: ${said}`;
  const name = findName(said) ?? findName(code ?? '');
  return name === undefined ? words : `${words} (${name})`;
}

/** @param said what the server answered, where it did */
export function describeRefusedLogin(said: string | undefined): string {
  const words = "The server didn't accept the user name or the password.";
  return said === undefined || said.trim() === '' ? words : `${words} It said: ${said.trim()}`;
}
