import { cutText } from '../text/text-bounds.ts';

const MAX_HEADER = 4000;
const SELECTOR = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?){0,3}$/;

/**
 * The selector with which a mail was signed for a domain; null when it was not. The signature is not verified: the
 * result is only used to query DNS.
 * @param signatures values of the DKIM-Signature header
 */
export function findDkimSelector(signatures: readonly string[], domain: string): string | null {
  for (const signature of signatures.slice(0, 10)) {
    const tags = new Map(
      cutText(signature, MAX_HEADER)
        .split(';')
        .map((tag): [string, string] => {
          const at = tag.indexOf('=');
          return [
            tag.slice(0, at).trim(),
            tag
              .slice(at + 1)
              .replace(/\s/g, '')
              .toLowerCase(),
          ];
        }),
    );
    const selector = tags.get('s') ?? '';
    if (tags.get('d') === domain && SELECTOR.test(selector)) return selector;
  }
  return null;
}

/** A selector as a person types it, in lower case; null for what cannot be one. */
export function parseSelector(text: string): string | null {
  const selector = cutText(text, 300).trim().toLowerCase().split('._domainkey')[0] ?? '';
  return selector.length <= 250 && SELECTOR.test(selector) ? selector : null;
}
