import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';

type MailContext = Pick<SystemContext, 'ports' | 'clock' | 'config' | 'log'>;

/** Codes live ten minutes, links thirty (reliability: out-of-band codes). */
export const CODE_LIFETIME_IN_MINUTES = 10;
export const LINK_LIFETIME_IN_MINUTES = 30;

export function sendCode(ctx: MailContext, to: string, code: string): Promise<void> {
  return send(ctx, to, `Your verification code: ${code}`, [
    'Welcome to Overture.',
    `Your verification code is ${code}.`,
    `It is valid for ${CODE_LIFETIME_IN_MINUTES} minutes. If you did not sign up, you can ignore this email.`,
  ]);
}

export function sendAlreadyRegistered(ctx: MailContext, to: string): Promise<void> {
  return send(ctx, to, 'You already have an account', [
    'Somebody, probably you, tried to sign up with this email address. You already have an account.',
    `Sign in here: ${ctx.config.APP_URL}/login`,
    `Forgot your password? ${ctx.config.APP_URL}/forgot-password`,
  ]);
}

export function sendResetLink(ctx: MailContext, to: string, token: string): Promise<void> {
  return send(ctx, to, 'Reset your password', [
    'You asked to reset your password. Follow this link to choose a new one:',
    `${ctx.config.APP_URL}/create-password?code=${token}&resetting=true`,
    `The link is valid for ${LINK_LIFETIME_IN_MINUTES} minutes. If you did not ask for it, you can ignore this email.`,
  ]);
}

/** Codes are stored hashed, so a mail cannot be queued: a failure is told, and the person asks again. */
async function send(ctx: MailContext, to: string, subject: string, paragraphs: string[]): Promise<void> {
  try {
    const html = paragraphs.map((text) => `<p>${linked(text)}</p>`).join('\n');
    await ctx.ports.mailer.sendSystemMail({ to, subject, text: paragraphs.join('\n\n'), html, date: ctx.clock.now() });
  } catch (error) {
    ctx.log.error({ err: error, subject: subject.replace(/\d/g, '•') }, 'a system mail was not sent');
    throw new ApiError('mail_not_sent');
  }
}

function linked(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return escaped.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
