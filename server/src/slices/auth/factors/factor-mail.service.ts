import { sendBrandedMail } from '../../organization/index.ts';
import { findBrandFor, type MailContext } from '../auth-mail.service.ts';

/** Tells the person what changed. The change stands whether or not the mail leaves. */
export async function sendFactorNotice(ctx: MailContext, to: string, what: string): Promise<void> {
  try {
    const brand = await findBrandFor(ctx, to);
    await sendBrandedMail(ctx, brand, {
      to,
      subject: 'The security of your account changed',
      paragraphs: [
        `${what} for your account. Every other device was signed out.`,
        `If this was not you, reset your password now (${brand.url}/forgot-password), then look at Account, Security.`,
      ],
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'a notice about a changed factor was not sent');
  }
}
