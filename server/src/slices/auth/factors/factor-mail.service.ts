import { sendBrandedMail } from '../../organization/index.ts';
import { describeUndo, findBrandFor, type MailContext, type UndoLink } from '../auth-mail.service.ts';

/** Mails the user what changed, with a link to undo an addition. The change stays even if the mail fails. */
export async function sendFactorNotice(
  ctx: MailContext,
  to: string,
  { what, undo }: { what: string; undo: UndoLink | null },
): Promise<void> {
  try {
    const brand = await findBrandFor(ctx, to);
    await sendBrandedMail(ctx, brand, {
      to,
      subject: 'The security of your account changed',
      paragraphs: [
        `${what} for your account. Every other device was signed out.`,
        ...(undo
          ? describeUndo(brand.url, undo)
          : [
              `If this was not you, reset your password now (${brand.url}/forgot-password), then look at Account, Security.`,
            ]),
      ],
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'second factor notice not sent');
  }
}
