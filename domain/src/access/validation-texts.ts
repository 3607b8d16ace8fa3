import { TEXT_LIMITS } from '../limits.ts';

export const VALIDATION_TEXTS = {
  feature_disabled: 'This feature is not enabled for your organization.',
  research_name_taken: 'Please choose a different name for the research task',
  research_sources_missing: 'Please choose at least one information source.',
  enhance_failed: 'Failed to enhance prompt. Please try again.',
  sign_up_password_short: 'Password must be at least 8 characters',
  name_short: 'Name must be at least 2 characters long',
  terms: 'Please accept the Terms of Service and Privacy Policy.',
  referral_empty: 'Referral code cannot be empty.',
  referral_short: 'Referral code must be at least 3 characters long.',
  referral_long: 'Referral code must be 32 characters or less.',
  referral_characters: 'Referral code can only contain letters, numbers, hyphens, and underscores.',
  referral_locked: 'Your referral code is being used by other users and cannot be changed.',
  list_name: 'Please enter a valid list name',
  prompt_empty: 'Please enter a prompt first',
  csv_required_missing: 'Required fields missing',
  csv_rows_without_linkedin: 'Some leads have empty LinkedIn URLs and will be skipped during import.',
} as const;

/** Problem of a referral code, or null. */
export function findReferralCodeProblem(code: string): string | null {
  const trimmed = code.trim();
  if (trimmed === '') return VALIDATION_TEXTS.referral_empty;
  if (trimmed.length < TEXT_LIMITS.referral_code_min) return VALIDATION_TEXTS.referral_short;
  if (trimmed.length > TEXT_LIMITS.referral_code_max) return VALIDATION_TEXTS.referral_long;
  return /^[A-Za-z0-9_-]+$/.test(trimmed) ? null : VALIDATION_TEXTS.referral_characters;
}
