import { cutText } from '@overture/domain/text/text-bounds';

const LONGEST_ANSWER = 2_000;

/** How servers name the mail that they took, in the words of their makes. */
const NAMED: readonly RegExp[] = [
  // Postfix, SendGrid, Mailjet: `250 2.0.0 Ok: queued as 4XyZ1b2c3dz9`
  /\bqueued as <?([\w.-]{6,100})/i,
  // Exim: `250 OK id=1d18ZP-0000cF-9f`
  /\bid=<?([\w.-]{6,100})/i,
  // Sendmail: `250 2.0.0 0ASBC6UQ019557 Message accepted for delivery`
  /^250[ -](?:2\.\d\.\d )?([A-Za-z0-9]{10,40}) message accepted/i,
  // Amazon SES and others whose Message-ID it becomes: `250 Ok 0102019a0b1c2d3e-...-000000`
  /^250[ -](?:2\.\d\.\d )?ok:? <?([\w.-]{16,100})(?:@[\w.-]{1,200})?>?\s{0,5}$/i,
];

/** Under which name the server queued a mail, by its answer to it; null where it names none. One without a digit is a word. */
export function parseQueueId(answer: string): string | null {
  const text = cutText(answer, LONGEST_ANSWER).trim();
  for (const pattern of NAMED) {
    const id = pattern.exec(text)?.[1]?.replace(/[.-]{1,10}$/, '');
    if (id !== undefined && /\d/.test(id)) return id;
  }
  return null;
}
