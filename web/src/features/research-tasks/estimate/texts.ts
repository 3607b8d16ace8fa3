import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  estimate_leads:
    '{count, plural, one {{chosen} lead} other {{chosen} leads}}: {known} known, {tried} tried without a result in the last 90 days, {left} to look up.',
  estimate_most: 'At most {most} credits.',
  estimate_likely: 'At most {most} credits, likely {likely} ({percent} found in the last 30 days).',
});
