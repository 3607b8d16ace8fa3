import { expect, test } from 'vitest';
import { explainMissing, labelMissing, nameMissing, phraseMissing } from './missing-words.ts';

test.each([
  ['job_title', 'Job title', 'job title'],
  ['custom.job_title', 'Job title', '“Job title”'],
  [
    nameMissing('research', { id: 3, name: ' Funding: news ' }),
    'Research result “Funding: news”',
    'the research result “Funding: news”',
  ],
  [nameMissing('research', { id: 3, name: '' }), 'Research result', 'the research result'],
  [
    nameMissing('snippet', { id: 7, name: 'Opening line' }),
    'AI snippet “Opening line”',
    'the AI snippet “Opening line”',
  ],
  [nameMissing('signature', { id: 7, name: 'Work' }), 'Signature “Work”', 'the signature “Work”'],
  ['unknown:firstname', 'firstname', 'firstname'],
  ['unsubscribe', 'unsubscribe', 'unsubscribe'],
  ['constructor:1:x', 'constructor:1:x', 'constructor:1:x'],
])('%s reads as %s', (missing, label, phrase) => {
  expect([labelMissing(missing), phraseMissing(missing)]).toEqual([label, phrase]);
});

test('an unknown variable is a fault of the text, and not data that a lead lacks', () => {
  const words = "This message can't be sent as it's written. There is no variable “firstname”.";
  expect(explainMissing(['job_title', 'unknown:firstname'])).toBe(words);
});

test('a name as long as a message is cut', () => {
  expect(nameMissing('research', { id: 1, name: 'x'.repeat(5000) })).toHaveLength('research:1:'.length + 80);
});
