import type { WrittenTemplate } from '../templates.rules.ts';
import { CONDITION_TEMPLATES } from './condition-templates.rules.ts';
import { EMAIL_TEMPLATES } from './email-templates.rules.ts';
import { LINKEDIN_TEMPLATES } from './linkedin-templates.rules.ts';
import { MIXED_TEMPLATES } from './mixed-templates.rules.ts';

/**
 * The built-in templates. Their messages can go out as they stand: they claim nothing about sender or lead that may be
 * untrue, and where they name what a lead may lack there is a fallback. Subjects name nobody: they have no fallback.
 */
export const DEFAULT_TEMPLATES: readonly WrittenTemplate[] = [
  ...EMAIL_TEMPLATES,
  ...LINKEDIN_TEMPLATES,
  ...MIXED_TEMPLATES,
  ...CONDITION_TEMPLATES,
];
