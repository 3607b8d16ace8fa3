import type { Growth } from '@overture/domain/sending/ramps';
import { defineTexts } from './texts.ts';

const t = defineTexts({
  day: 'warming up, day {at} of {of}',
  week: 'warming up, week {at} of {of}',
});

/** How far a sender has come whose limit grows: 'warming up, day 3 of 16'. */
export const describeGrowth = ({ unit, at, of }: Growth): string => t(unit, { at, of });
