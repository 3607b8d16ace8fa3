import { defineTexts } from '../texts.ts';

export const t = defineTexts({
  unreachable: 'The server could not be reached. Please try again in a moment.',
  offline: 'You seem to be offline. Nothing was lost; please try again.',
});
