import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  score: 'Score',
  score_points: '{points} of 100',
  score_lost: '(−{points})',
  score_failed: "Couldn't load the score. The campaign can start without it.",
  score_sender: 'Sender',
  score_sequence: 'Sequence',
  score_writing: 'Writing',
  score_open: 'Open step',
  score_open_label: 'Open step: {text}',
  score_deliverability: 'Deliverability',
});
