import type { SystemContext } from '../../../kernel/context.ts';

/** Tells the person what changed. The change stands whether or not the mail leaves. */
export async function sendFactorNotice(
  ctx: Pick<SystemContext, 'ports' | 'clock' | 'config' | 'log'>,
  to: string,
  what: string,
): Promise<void> {
  const paragraphs = [
    `${what} for your account. Every other device was signed out.`,
    `If this was not you, reset your password now (${ctx.config.APP_URL}/forgot-password), then look at Account, Security.`,
  ];
  const text = paragraphs.join('\n\n');
  const html = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  await ctx.ports.mailer
    .sendSystemMail({ to, subject: 'The security of your account changed', text, html, date: ctx.clock.now() })
    .catch((error) => ctx.log.error({ err: error }, 'a notice about a changed factor was not sent'));
}
