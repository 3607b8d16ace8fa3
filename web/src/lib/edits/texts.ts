import { defineTexts } from '../texts.ts';

export const editTexts = defineTexts({
  someone: 'Someone',
  title: '{who} changed this {when}',
  at: 'at {time}',
  on: 'on {date} at {time}',
  text: 'Your changes are still here, not yet saved. You both changed the following.',
  note: 'Keeping yours saves only what you changed. Everything else {who} changed stays.',
  theirs: 'Theirs',
  mine: 'Yours',
  empty: 'Empty',
  see_theirs: 'See theirs',
  keep_mine: 'Keep mine',
  back_to_mine: 'Back to mine',
  shows_theirs: 'Showing what {who} saved.',
  both_kept: '{who} changed something else here {when}. Both changes were saved.',
});
