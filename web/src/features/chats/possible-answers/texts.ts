import { defineTexts } from '../../../lib/texts.ts';

export const t = defineTexts({
  title: 'Possible answers',
  line: 'may have answered for {{name}}',
  show_all: 'Show all {{count}}',
  show_fewer: 'Show fewer',
  failed: "Couldn't load possible answers.",
  retry: 'Try again',
  card: 'Possible answer from {{email}}',
  why: 'Somebody answered our message to {{name}} from an address we don’t know. Nothing more is sent to {{name}} until you decide.',
  from_named: '{{name}} ({{email}})',
  attachments: 'Attached: {{names}}',
  is_answer: 'It’s an answer',
  is_answer_of: 'It’s an answer of {{name}}',
  is_none: 'Not an answer',
  is_none_of: 'Not an answer of {{name}}: the sequence goes on',
  taken: 'The answer joined the conversation. The sequence of {{name}} has stopped.',
  let_go: 'The sequence of {{name}} goes on.',
  decided_already: 'Somebody else has decided this already.',
  decide_failed: "Couldn't save your decision. Nothing was changed.",
});
