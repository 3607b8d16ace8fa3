import { isSafeLink } from '@overture/domain/text/safe-link';
import { parseHtmlText } from '../mailbox/message/html-text.transform.ts';

/** The HTML of a tool's message as a text of ours. Bold and colors are lost; links stay links. */
export const parseToolText = (html: string): Promise<string> => parseHtmlText(html, writeLink);

/** An address with a variable in it, or of no web page, stays text. */
function writeLink(text: string, url: string): string {
  if (url.includes('{{')) return `${text} (${url})`;
  return isSafeLink(url) ? `<${JSON.stringify({ type: 'link', text, url })}>` : text;
}

/** Sentences on what a text of ours can't hold. */
export function findTextLosses(step: number, htmls: readonly string[]): string[] {
  const has = (tag: string) => htmls.some((html) => html.toLowerCase().includes(`<${tag}`));
  return [
    ...(has('img') ? [`Step ${step}: pictures in the text are left out.`] : []),
    ...(has('table') ? [`Step ${step}: tables become plain lines.`] : []),
  ];
}

const YEARS = { first: 2000, last: 2100 } as const;

/** ISO time in UTC; null for anything else, also for the year 1 that some tools write without a time. */
export function parseToolTime(given: unknown): string | null {
  const date = new Date(typeof given === 'string' ? given : Number.NaN);
  const year = date.getUTCFullYear();
  return year >= YEARS.first && year < YEARS.last ? date.toISOString() : null;
}

/** The values of a lead's own fields that a message can hold. */
export const toVariables = (given: Readonly<Record<string, unknown>> | null | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, value]): [string, string][] =>
      ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? [[name, String(value)]] : [],
    ),
  );
