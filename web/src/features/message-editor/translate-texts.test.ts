import { expect, test } from 'vitest';
import { type StepDraft, VARIANT_FIELDS } from './step-draft.ts';
import { rewriteTexts, translateTexts } from './translate-texts.ts';

const draft = (texts: Partial<StepDraft>) =>
  ({ subject_line: '', message: '', placeholder_message: '', formatted_a: '', ...texts }) as StepDraft;

test('placeholders of other tools become ours in both parts of a mail', () => {
  const formatted_a =
    '<p>Hi <b>{FirstName}</b> of &lt;Company Name&gt;, <a href="https://acme.example/%25firstname%25?a=1">go</a></p>\n<ul><li>&lt;First Name&gt;</li></ul>';
  const message = 'Hi {FirstName} of <Company Name>, go (https://acme.example/%25firstname%25?a=1)\n\n- <First Name>';
  const given = { subject_line: 'Hi {FirstName}', message, formatted_a };
  const texts = translateTexts(draft(given), VARIANT_FIELDS.a);
  expect(texts).toEqual({
    subject_line: 'Hi {{first_name}}',
    placeholder_message: '',
    message: 'Hi {{first_name}} of {{company_name}}, go (https://acme.example/%25firstname%25?a=1)\n\n- {{first_name}}',
    formatted_a:
      '<p>Hi <b>{{first_name}}</b> of {{company_name}}, <a href="https://acme.example/%25firstname%25?a=1">go</a></p>\n<ul><li>{{first_name}}</li></ul>',
  });
});

test('a text part of its own keeps its words, and a plain message stays plain', () => {
  const own = draft({ message: 'Dear [First Name]', formatted_a: '<p><b>[First Name]</b></p>' });
  expect(translateTexts(own, VARIANT_FIELDS.a)).toMatchObject({
    message: 'Dear {{first_name}}',
    formatted_a: '<p><b>{{first_name}}</b></p>',
  });
  expect(translateTexts(draft({ message: 'Dear [First Name]' }), VARIANT_FIELDS.a)).toMatchObject({
    message: 'Dear {{first_name}}',
    formatted_a: '',
  });
});

test('a fix of words leaves the addresses of links alone', () => {
  const formatted_a = '<p><b>WOW!</b> <a href="https://acme.example/ABCD!">SEE IT!</a></p>';
  const message = 'WOW! SEE IT! (https://acme.example/ABCD!)';
  expect(rewriteTexts(draft({ message, formatted_a }), VARIANT_FIELDS.a, (text) => text.toLowerCase())).toMatchObject({
    formatted_a: '<p><b>wow!</b> <a href="https://acme.example/ABCD!">see it!</a></p>',
    message: 'wow! see it! (https://acme.example/ABCD!)',
  });
});
