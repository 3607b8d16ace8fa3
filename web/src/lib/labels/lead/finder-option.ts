import { DEPARTMENTS, type Department, SENIORITIES, type Seniority } from '@overture/domain/finder/lead-finder';
import { defineTexts } from '../../texts.ts';

const english = Object.fromEntries([...SENIORITIES, ...DEPARTMENTS].map((option) => [option, option])) as Record<
  Seniority | Department,
  string
>;

/** A level or department of the lead database: what is stored is its English name. */
export const finderOptionLabel = defineTexts({ ...english });
