import { type MessageValues, resolveTemplate } from '../message/resolve.ts';
import { signatureText } from '../message/rich/signature-text.ts';
import { type RenderResult, renderMessage, renderWithGaps } from '../message/variables.ts';
import type { EmailSignature } from './signing-rule.ts';

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
  const used = body.used_fallback ? (message.placeholder_message ?? '') : message.message;
  return { ...body, ...sign(body, used, signed, signature) };
}

/** As `renderWithGaps`, signed in the same way. */
export function renderSignedWithGaps(
  { message, formatted }: Written,
  values: MessageValues,
  signature: EmailSignature,
): { text: string; html: string } {
  if (signature === null) return renderWithGaps(message, values, formatted);
  const signed = withSignature(values, signature);
  return sign(renderWithGaps(message, signed, formatted), message, signed, signature);
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
  { text, html }: { text: string; html: string },
  template: string,
  values: MessageValues,
  signature: string,
): { text: string; html: string } {
  if (signature === '') return { text: text.trimEnd(), html };
  // A condition may leave a signature out that the message has.
  const hasOne = resolveTemplate(template, values).parts.some(({ kind }) => kind === 'signature');
  if (hasOne) return { text, html };
  return { text: `${text.trimEnd()}\n\n${signatureText(signature)}`, html: `${html}<div>${signature}</div>` };
}
