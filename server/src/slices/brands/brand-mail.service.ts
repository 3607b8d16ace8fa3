import type { SystemMail } from '@overture/adapters/mailer/mailer.port';
import { brandVariables } from '@overture/domain/brand/contrast';
import { escapeHtml, linkHtml } from '@overture/domain/message/html';
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import type { SystemContext } from '../../kernel/context.ts';
import { requireNewestDatabase } from '../../kernel/db/replica/known-database.ts';
import { type Brand, brandMailPurpose } from './brand.service.ts';
import { sayInMail } from './mail-language.service.ts';

export interface BrandedMail {
  to: string;
  subject: string;
  /** Plain texts; addresses of the application (`brand.url`) in them become links, others stay text: names may hold some. */
  paragraphs: string[];
  /** Subject and paragraphs are English, and are said in this one (`findMailLanguage`); without it they stay as they are. */
  language?: InterfaceLanguage;
  attachments?: NonNullable<SystemMail['attachments']>;
  /** Mail programs show a button that posts to this address. */
  list_unsubscribe?: NonNullable<SystemMail['list_unsubscribe']>;
  before_handover?: NonNullable<SystemMail['before_handover']>;
}

/**
 * Sends a mail of the installation in a brand's name: from its own address once that is proven, else from the installation's address
 * under the brand's name, with answers to its support. @throws ProviderError as MailerPort does; unavailable on a former primary
 */
export async function sendBrandedMail(
  ctx: Pick<SystemContext, 'ports' | 'clock' | 'vault' | 'config' | 'systemRead'>,
  brand: Brand,
  { to, subject, paragraphs: english, language = 'en', attachments, list_unsubscribe, before_handover }: BrandedMail,
): Promise<void> {
  // A code that a former primary stored opens nothing. A mail with a record compares in the transaction that stores it.
  if (!before_handover) await ctx.systemRead(({ db }) => requireNewestDatabase({ db, config: ctx.config }));
  const { look, mail } = brand;
  const paragraphs = english.map((text) => sayInMail(language, text));
  const isOwn = brand.organization_id === null;
  await ctx.ports.mailer.sendSystemMail({
    to,
    subject: sayInMail(language, subject),
    text: paragraphs.join('\n\n'),
    html: isOwn ? renderParagraphs(brand, paragraphs) : renderBranded(brand, paragraphs, language),
    date: ctx.clock.now(),
    ...(attachments ? { attachments } : {}),
    ...(list_unsubscribe ? { list_unsubscribe } : {}),
    ...(before_handover ? { before_handover } : {}),
    ...(isOwn ? {} : { from_name: brand.name, reply_to: look.support_email }),
    ...(mail && brand.organization_id !== null
      ? {
          from_address: mail.address,
          dkim: {
            domain: mail.domain,
            selector: mail.selector,
            private_key: ctx.vault.open(brandMailPurpose(brand.organization_id), mail.sealed_private_key),
          },
        }
      : {}),
  });
}

const renderParagraphs = ({ url }: Brand, paragraphs: string[]): string =>
  paragraphs.map((text) => `<p>${linked(text, url)}</p>`).join('\n');

/** A head in the brand's color and a foot with its support; mail programs know neither variables nor style sheets. */
function renderBranded(brand: Brand, paragraphs: string[], language: InterfaceLanguage): string {
  const { name, look } = brand;
  const head = brandVariables(look)['--brand-on-light'] ?? '#171b22';
  const support = look.support_email
    ? `<p style="color:#656d7b;font-size:12px">${escapeHtml(sayInMail(language, `Questions? ${look.support_email}`))}</p>`
    : '';
  return `<div style="font:14px/1.5 system-ui,sans-serif;color:#171b22;max-width:560px">
<p style="font-size:16px;font-weight:600;color:${head};border-bottom:2px solid ${head};padding-bottom:8px">${escapeHtml(name)}</p>
${renderParagraphs(brand, paragraphs)}
${support}</div>`;
}

/** Stops at characters that may close a quotation or a bracket around it. */
const ADDRESS = /(https?:\/\/[^\s<>"'()]{1,2000})/;

/** @param own address of the application: only what the program itself writes begins with it */
function linked(text: string, own: string): string {
  return text
    .split(ADDRESS)
    .map((part) => {
      const end = part.search(/[.,;:!?]?$/);
      const [address, rest] = [part.slice(0, end), part.slice(end)];
      const isOwn = address === own || address.startsWith(`${own}/`);
      return isOwn ? linkHtml(address, address) + escapeHtml(rest) : escapeHtml(part);
    })
    .join('');
}
