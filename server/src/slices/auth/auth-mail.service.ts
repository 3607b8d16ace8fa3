import type { SystemContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import {
  type Brand,
  findMailLanguage,
  getBrandOfHost,
  getOrganizationBrand,
  sendBrandedMail,
} from '../brands/index.ts';
import { findUserByEmail } from '../users/index.ts';

export type MailContext = Pick<SystemContext, 'ports' | 'clock' | 'config' | 'log' | 'vault' | 'origin' | 'systemRead'>;

/** Whether the installation can send mail. Without it, links are handed over by hand. */
export const canMail = ({ ports }: Pick<SystemContext, 'ports'>): boolean => ports.mailer.is_missing !== true;

/** Codes and links sent out of band are valid for ten minutes at most (ASVS 6.5.5). */
export const CODE_LIFETIME_IN_MINUTES = 10;
export const LINK_LIFETIME_IN_MINUTES = 10;

export function sendCode(ctx: MailContext, to: string, code: string): Promise<void> {
  return send(ctx, to, `Your verification code: ${code}`, ({ name }) => [
    `Welcome to ${name}.`,
    `Your verification code is ${code}.`,
    `It is valid for ${CODE_LIFETIME_IN_MINUTES} minutes and only for the sign-up it was sent for.`,
    "If you didn't sign up, ignore this email and don't share the code. Nothing happens without it.",
  ]);
}

export function sendAlreadyRegistered(ctx: MailContext, to: string): Promise<void> {
  return send(ctx, to, 'You already have an account', ({ url }) => [
    'Someone, probably you, tried to sign up with this email address. You already have an account.',
    `Sign in here: ${url}/login`,
    `Forgot your password? ${url}/forgot-password`,
  ]);
}

export function sendResetLink(ctx: MailContext, to: string, token: string): Promise<void> {
  return send(ctx, to, 'Reset your password', ({ url }) => [
    'You asked to reset your password. Follow this link to choose a new one:',
    `${url}/create-password?code=${token}&resetting=true`,
    `The link is valid for ${LINK_LIFETIME_IN_MINUTES} minutes. If you did not ask for it, you can ignore this email.`,
  ]);
}

/** After an undo: what was removed, and the link by which the owner signs in again. */
export function sendRegainLink(
  ctx: MailContext,
  to: string,
  { token, removed }: { token: string; removed: readonly string[] },
): Promise<void> {
  return send(ctx, to, 'Your account is yours again', ({ url }) => [
    'You told us that a change to your account was not yours. Every device was signed out, and the password no longer works.',
    ...(removed.length > 0 ? [`We also removed what was added lately: ${removed.join(', ')}.`] : []),
    'Follow this link to choose a new password:',
    `${url}/create-password?code=${token}&resetting=true`,
    `The link is valid for ${LINK_LIFETIME_IN_MINUTES} minutes. After that, ask for another one: ${url}/forgot-password`,
  ]);
}

/** Instead of a password link, to users whose organization requires Single Sign-On. */
export function sendSsoOnlyNotice(ctx: MailContext, to: string): Promise<void> {
  return send(ctx, to, 'Sign in with Single Sign-On', ({ name, url }) => [
    `Someone, probably you, asked for a new ${name} password. Your organization signs in with Single Sign-On only, so there is none.`,
    `Choose Single Sign-On here: ${url}/login`,
    'If you did not ask for it, you can ignore this email.',
  ]);
}

/** To a person who may not know the product: who invites them, for what, and that nothing happens without them. */
export function sendInvitation(
  ctx: MailContext,
  to: string,
  invitation: { token: string; organization_name: string; inviter: string; days: number; organization_id?: number },
): Promise<void> {
  const { token, organization_name, inviter, days, organization_id } = invitation;
  return send(
    ctx,
    to,
    `${inviter} invited you to ${organization_name}`,
    ({ name, url }) => [
      `${inviter} invited you to join ${organization_name} on ${name}. Follow this link to choose a password and sign in:`,
      `${url}/create-password?code=${token}`,
      `The link is valid for ${days} days. If you do not know ${inviter}, you can ignore this email: nothing happens without you.`,
    ],
    { organization_id },
  );
}

/**
 * The person who linked it knows the password; the notice is for the case that it was an intruder. Without `undo` the provider
 * would link it again.
 */
export function sendIdentityLinked(
  ctx: MailContext,
  to: string,
  { provider, undo }: { provider: string; undo: UndoLink | null },
): Promise<void> {
  return send(ctx, to, `You can now sign in with ${provider}`, ({ name, url }) => [
    `Your ${name} account was linked to ${provider}. From now on you can sign in with it as well as with your password.`,
    ...(undo
      ? describeUndo(url, undo)
      : [
          `If this wasn't you, contact the admin of your organization, and unlink it in your account: ${url}/settings/account`,
        ]),
  ]);
}

export interface UndoLink {
  token: string;
  days: number;
}

/** The advice of a notice about an addition, for a user who did not make it. */
export function describeUndo(url: string, { token, days }: UndoLink): string[] {
  return [
    'If it was not you, undo it. It is removed with everything added after it, every device is signed out, and you choose a new password:',
    `${url}/undo-factor?code=${token}`,
    `This works for ${days} days.`,
  ];
}

/** To a new address: it applies when the mailbox confirms it. */
export function sendConfirmLink(
  ctx: MailContext,
  to: string,
  link: { token: string; hours: number; organization_id: number; old_email: string },
): Promise<void> {
  return send(
    ctx,
    to,
    'Confirm your new email address',
    ({ name, url }) => [
      `You asked to sign in to ${name} with this email address. Follow this link to confirm it:`,
      `${url}/confirm-email?code=${link.token}`,
      `The link is valid for ${link.hours} hours. Until then you sign in with your old address. If you did not ask for it, you can ignore this email.`,
    ],
    { organization_id: link.organization_id, asked_by: link.old_email },
  );
}

/** To the old address, which can report an intruder. */
export function sendEmailChangeNotice(
  ctx: MailContext,
  to: string,
  change: { new_email: string; token: string; days: number },
): Promise<void> {
  return send(ctx, to, 'Your email address is about to change', ({ url }) => [
    `Someone who knows your password, probably you, asked to change your sign-in address from ${to} to ${change.new_email}.`,
    'If it was you, there is nothing to do here: confirm it from the new mailbox.',
    'If it was not you, undo it. Your address stays, or becomes, this one, every device is signed out, and you choose a new password:',
    `${url}/undo-email-change?code=${change.token}`,
    `This works for ${change.days} days, also after the new address was confirmed.`,
  ]);
}

const DOMAIN_NOTICES = {
  missing: (domain: string) => [
    `The DNS record that proves ${domain} is yours has been missing for seven days. Until you put it back, no new users can join with this domain.`,
    'After 30 days the domain counts as not verified, and Single Sign-On stops for its users.',
  ],
  ended: (domain: string) => [
    `The DNS record that proves ${domain} is yours has been missing for 30 days. The domain counts as not verified now.`,
    'Its users can no longer sign in by Single Sign-On until you verify it again.',
  ],
  taken: (domain: string) => [
    `Another organization has verified ${domain}, and your record is no longer in its DNS. The domain is theirs from now on.`,
    'Your people at this domain can no longer sign in by Single Sign-On. If that is wrong, put your record back in its place and verify the domain again.',
  ],
};

/** To managers, about a domain of their Single Sign-On. */
export function sendDomainNotice(
  ctx: MailContext,
  to: string,
  { domain, what, organization_id }: { domain: string; what: keyof typeof DOMAIN_NOTICES; organization_id: number },
): Promise<void> {
  const write = ({ url }: Brand) => [
    ...DOMAIN_NOTICES[what](domain),
    `Check your domains in Settings > Security: ${url}/settings/security`,
  ];
  return send(ctx, to, `Single Sign-On: ${domain}`, write, { organization_id });
}

/**
 * Codes are stored hashed, so a mail cannot be queued: a failure is reported, and the user asks again.
 * @param from.organization_id of who writes
 * @param from.asked_by the known address of the reader, if `to` is a new one of theirs
 */
async function send(
  ctx: MailContext,
  to: string,
  subject: string,
  write: (brand: Brand) => string[],
  from: { organization_id?: number | undefined; asked_by?: string } = {},
): Promise<void> {
  try {
    const { organization_id, asked_by } = from;
    const brand = await findBrandFor(ctx, to, organization_id);
    const reader = asked_by
      ? { to: asked_by, organization_id: null }
      : { to, organization_id: organization_id ?? null };
    const language = await findMailLanguage(ctx, reader);
    await sendBrandedMail(ctx, brand, { to, subject, paragraphs: write(brand), language });
  } catch (error) {
    ctx.log.error({ err: error, subject: subject.replace(/\d/g, '•') }, 'system mail not sent');
    throw new ApiError('mail_not_sent');
  }
}

/** The brand under which the recipient knows us: their organization's, or for a new user that of the host. */
export async function findBrandFor(ctx: MailContext, to: string, organizationId?: number): Promise<Brand> {
  const id = organizationId ?? (await ctx.systemRead((read) => findUserByEmail(read, to)))?.organization_id ?? null;
  return id === null ? getBrandOfHost(ctx, ctx.origin?.host ?? undefined) : getOrganizationBrand(ctx, id);
}
