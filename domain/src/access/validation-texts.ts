import { isEmailAddress } from '../addresses/email-address.ts';
import { TEXT_LIMITS } from '../limits.ts';

export const VALIDATION_TEXTS = {
  feature_disabled: 'This feature is not enabled for your organization.',
  research_name_taken: 'Please choose a different name for the research task',
  research_sources_missing: 'Please choose at least one information source.',
  enhance_failed: 'Failed to enhance prompt. Please try again.',
  fill_in_all: 'Please fill in all fields',
  fill_in_all_invite: 'Please fill in all fields.',
  passwords_differ: 'Passwords do not match',
  password_short: 'Password must be at least 8 characters long',
  sign_up_password_short: 'Password must be at least 8 characters',
  password_long: `Password can be at most ${TEXT_LIMITS.password_max} characters long`,
  name_short: 'Name must be at least 2 characters long',
  name_long: `Name can be at most ${TEXT_LIMITS.name_max} characters long`,
  email_invalid: 'Please enter a valid email address',
  terms: 'Please accept the Terms of Service and Privacy Policy.',
  referral_empty: 'Referral code cannot be empty.',
  referral_short: 'Referral code must be at least 3 characters long.',
  referral_long: 'Referral code must be 32 characters or less.',
  referral_characters: 'Referral code can only contain letters, numbers, hyphens, and underscores.',
  referral_locked: 'Your referral code is being used by other users and cannot be changed.',
  list_name: 'Please enter a valid list name',
  prompt_empty: 'Please enter a prompt first',
  delete_user_mismatch: "Email confirmation does not match the user's email",
  column_required: 'Column selection required',
  csv_required_missing: 'Required fields missing',
  csv_rows_without_linkedin: 'Some leads have empty LinkedIn URLs and will be skipped during import.',
} as const;

/** Word to type before a subscription is cancelled. @planned billing */
export const CANCEL_WORD = 'CANCEL';

/** Length of a password in code points: what a person counts. */
function countOf(text: string): number {
  return [...text].length;
}

/** Problem of a password for a new account, or null. */
export function findSignUpPasswordProblem(password: string): string | null {
  if (countOf(password) < TEXT_LIMITS.password_min) return VALIDATION_TEXTS.sign_up_password_short;
  return countOf(password) > TEXT_LIMITS.password_max ? VALIDATION_TEXTS.password_long : null;
}

/** First problem of a password change, or null. */
export function findPasswordChangeProblem(form: {
  current_password: string;
  new_password: string;
  repeated_password?: string;
}): string | null {
  const { current_password, new_password, repeated_password = new_password } = form;
  if (current_password === '' || new_password === '' || repeated_password === '') return VALIDATION_TEXTS.fill_in_all;
  if (new_password !== repeated_password) return VALIDATION_TEXTS.passwords_differ;
  if (countOf(new_password) < TEXT_LIMITS.password_min) return VALIDATION_TEXTS.password_short;
  return countOf(new_password) > TEXT_LIMITS.password_max ? VALIDATION_TEXTS.password_long : null;
}

/** First problem of an email change, or null. */
export function findEmailChangeProblem(form: { current_password: string; new_email: string }): string | null {
  if (form.current_password === '' || form.new_email.trim() === '') return VALIDATION_TEXTS.fill_in_all;
  return isEmailAddress(form.new_email) ? null : VALIDATION_TEXTS.email_invalid;
}

/** First problem of a name change, or null: the trimmed name has at least two characters. */
export function findNameChangeProblem(form: { current_password: string; new_name: string }): string | null {
  if (form.current_password === '' || form.new_name === '') return VALIDATION_TEXTS.fill_in_all;
  return findNameProblem(form.new_name);
}

/** Problem of a person's name, or null. */
function findNameProblem(name: string): string | null {
  const count = countOf(name.trim());
  if (count < TEXT_LIMITS.name_min) return VALIDATION_TEXTS.name_short;
  return count > TEXT_LIMITS.name_max ? VALIDATION_TEXTS.name_long : null;
}

/** Problem of a referral code, or null. */
export function findReferralCodeProblem(code: string): string | null {
  const trimmed = code.trim();
  if (trimmed === '') return VALIDATION_TEXTS.referral_empty;
  if (trimmed.length < TEXT_LIMITS.referral_code_min) return VALIDATION_TEXTS.referral_short;
  if (trimmed.length > TEXT_LIMITS.referral_code_max) return VALIDATION_TEXTS.referral_long;
  return /^[A-Za-z0-9_-]+$/.test(trimmed) ? null : VALIDATION_TEXTS.referral_characters;
}
