import {
  ACCOUNT_STATUSES,
  type AccountStatus,
  type LinkedinCheckpoint,
  type LinkedinTier,
  type SeatType,
} from '@overture/domain/accounts';
import type { z } from 'zod';
import type { LinkedinAccount, LinkedinOwnProfile, SignInResult } from '../linkedin.port.ts';
import { parseMessagingPerson } from './messaging.transform.ts';
import type { accountShape, ownProfileShape, signInShape } from './unipile-shapes.api.ts';

/** What the provider calls the kinds of account that we connect by it. */
export const PROVIDER_OF: Record<SeatType, string> = {
  LINKEDIN: 'LINKEDIN',
  WHATSAPP: 'WHATSAPP',
  FACEBOOK: 'MESSENGER',
  INSTAGRAM: 'INSTAGRAM',
};

/** Null for what we do not connect by it. */
export function parseSeatType(word: string): SeatType | null {
  return (Object.keys(PROVIDER_OF) as SeatType[]).find((type) => PROVIDER_OF[type] === word) ?? null;
}

/** A seat; null for the provider's other kinds of account. */
export function parseAccount(account: z.output<typeof accountShape>): LinkedinAccount | null {
  const account_type = parseSeatType(account.type);
  if (account_type === null) return null;
  const im = account.connection_params?.im;
  const features = im?.premiumFeatures ?? [];
  const { handle, phone } = parseMessagingPerson({ public_identifier: im?.username, phone_number: im?.phone_number });
  return {
    account_id: account.id,
    account_type,
    name: account.name ?? '',
    tier:
      account_type === 'LINKEDIN'
        ? parseTier({
            recruiter: features.includes('recruiter'),
            sales_navigator: features.includes('sales_navigator'),
            premium: features.includes('premium'),
          })
        : null,
    owner: { provider_id: im?.id ?? im?.phone_number ?? null, handle, phone },
    created_at: parseInstant(account.created_at),
    status: findWorst((account.sources ?? []).map((source) => parseStatus(source.status ?? 'OK'))),
  };
}

function parseInstant(text: string | null | undefined): Date | null {
  const instant = new Date(text ?? '');
  return Number.isNaN(instant.getTime()) ? null : instant;
}

export function parseOwnProfile(profile: z.output<typeof ownProfileShape>): LinkedinOwnProfile {
  return {
    provider_id: profile.provider_id,
    public_identifier: profile.public_identifier ?? null,
    first_name: profile.first_name ?? '',
    last_name: profile.last_name ?? '',
    headline: profile.occupation ?? null,
    email: profile.email ?? null,
    picture_url: profile.profile_picture_url ?? null,
    profile_url:
      profile.public_profile_url ??
      (profile.public_identifier ? `https://www.linkedin.com/in/${profile.public_identifier}` : null),
    tier: parseTier({
      recruiter: Boolean(profile.recruiter),
      sales_navigator: Boolean(profile.sales_navigator),
      premium: profile.premium ?? false,
    }),
  };
}

const CHECKPOINTS: Record<string, LinkedinCheckpoint> = {
  '2FA': 'authenticator_code',
  OTP: 'sent_code',
  IN_APP_VALIDATION: 'app_approval',
  PHONE_REGISTER: 'phone_number',
};

/** What we do not know (a captcha among it) can be passed on the provider's own page only. */
export function parseSignIn({ account_id, checkpoint }: z.output<typeof signInShape>): SignInResult {
  return { account_id, checkpoint: checkpoint ? (CHECKPOINTS[checkpoint.type] ?? 'page_check') : null };
}

function parseTier(has: { recruiter: boolean; sales_navigator: boolean; premium: boolean }): LinkedinTier {
  if (has.recruiter) return 'RECRUITER';
  if (has.sales_navigator) return 'SALES_NAVIGATOR';
  return has.premium ? 'PREMIUM' : 'CLASSIC';
}

/** The provider's word as ours; what we do not know is no reason to stop a seat. */
export function parseStatus(word: string): AccountStatus {
  if (word === 'PERMISSIONS') return 'CREDENTIALS';
  return (ACCOUNT_STATUSES as readonly string[]).includes(word) ? (word as AccountStatus) : 'OK';
}

/** One broken source of a seat is a broken seat. */
const BY_BADNESS: AccountStatus[] = ['DELETED', 'CREDENTIALS', 'STOPPED', 'ERROR', 'CONNECTING'];

function findWorst(statuses: AccountStatus[]): AccountStatus {
  return BY_BADNESS.find((status) => statuses.includes(status)) ?? statuses[0] ?? 'OK';
}
