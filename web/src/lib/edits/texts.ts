import { defineTexts } from '../texts.ts';

export const editTexts = defineTexts({
  somebody: 'Somebody',
  title: '{{who}} changed this {{when}}',
  at: 'at {{time}}',
  on: 'on {{date}} at {{time}}',
  text: 'Your changes are still here and not saved yet. You both changed the following.',
  note: 'Keeping yours saves only what you changed; the rest of what {{who}} changed stays.',
  theirs: 'Theirs',
  mine: 'Yours',
  empty: 'Empty',
  see_theirs: 'See theirs',
  keep_mine: 'Keep mine',
  back_to_mine: 'Back to mine',
  shows_theirs: 'Showing what {{who}} saved.',
  both_kept: '{{who}} changed something else here {{when}}. Both changes are kept.',
});
