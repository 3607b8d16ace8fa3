import { escapeHtml } from '../message/html.ts';
import { type MessageValues, resolveTemplate } from '../message/resolve.ts';
import { parseRichText } from '../message/rich/rich-blocks.ts';
import { writeRichPlain } from '../message/rich/rich-output.ts';
import { signatureText } from '../message/rich/signature-text.ts';
import { tokenIds } from '../message/tokens.ts';
import { type RenderResult, renderMessage, renderWithGaps } from '../message/variables.ts';
import type { EmailSignature } from './signing-rule.ts';

type Rendered = { text: string; html: string };

interface Written {
  message: string;
  placeholder_message?: string | null;
  formatted?: string | null;
}

/** As `renderMessage`. The signature takes the place of those that the message has; one that has none ends with it. */
export function renderSigned(message: Written, values: MessageValues, signature: EmailSignature): RenderResult {
  if (signature === null) return renderMessage(message, values);
  const signed = withSignature(values, signature);
  const body = renderMessage(message, signed);
  if (body.kind !== 'ready') return body;
  const used = body.used_fallback ? { message: message.placeholder_message ?? '' } : message;
  return { ...body, ...sign(body, used, signed, signature) };
}

/** As `renderWithGaps`, signed in the same way. */
export function renderSignedWithGaps(written: Written, values: MessageValues, signature: EmailSignature): Rendered {
  const { message, formatted } = written;
  if (signature === null) return renderWithGaps(message, values, formatted);
  const signed = withSignature(values, signature);
  return sign(renderWithGaps(message, signed, formatted), written, signed, signature);
}

/** A signature that was deleted stays missing: the message that names it is not sent. */
function withSignature(values: MessageValues, html: string): MessageValues {
  const signature = {
    html,
    get text() {
      return signatureText(html);
    },
  };
  return { ...values, signatures: new Map([...(values.signatures?.keys() ?? [])].map((id) => [id, signature])) };
}

function sign(
  { text, html }: Rendered,
  { message, formatted }: Pick<Written, 'message' | 'formatted'>,
  values: MessageValues,
  signature: string,
): Rendered {
  // A condition may leave a signature out that the message has, and formatted text may have none where its text part has one.
  const isSigned = resolveTemplate(message, values).parts.some(({ kind }) => kind === 'signature');
  if (signature === '') return { text: (isSigned ? text.replace(/\n{3,}/g, '\n\n') : text).trimEnd(), html };
  const isHtmlSigned = isSigned && (!formatted || tokenIds(richPlain(formatted), 'signature').length > 0);
  const link = findLastLink(text, values.unsubscribe_url);
  return {
    text: isSigned ? text : signText(text.trimEnd(), signatureText(signature), link),
    html: isHtmlSigned ? html : signHtml(html, `<div>${signature}</div>`, link),
  };
}

const richPlain = (formatted: string): string => writeRichPlain(parseRichText(formatted));

/** Characters beside its address that a sentence with the link to unsubscribe has at most. */
const LONGEST_SENTENCE = 160;

/** The link to unsubscribe where a message ends with a paragraph for it alone: that one stays the last. */
function findLastLink(text: string, url: string | null | undefined): string | null {
  const last = text.trimEnd().split('\n\n').at(-1) ?? '';
  return url && last.includes(url) && last.length <= url.length + LONGEST_SENTENCE && !last.includes('\n') ? url : null;
}

function signText(text: string, signature: string, link: string | null): string {
  const at = link === null ? -1 : text.lastIndexOf('\n\n');
  if (at < 0) return `${text}\n\n${signature}`;
  return `${text.slice(0, at).trimEnd()}\n\n${signature}${text.slice(at)}`;
}

function signHtml(html: string, signature: string, link: string | null): string {
  const at = html.lastIndexOf('<p');
  const last = html.slice(Math.max(0, at)).trimEnd();
  const isLast = link !== null && last.includes(escapeHtml(link)) && last.indexOf('</p>') === last.length - 4;
  return at > 0 && isLast ? `${html.slice(0, at)}${signature}${html.slice(at)}` : `${html}${signature}`;
}
