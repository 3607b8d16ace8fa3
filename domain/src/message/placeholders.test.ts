import { expect, test } from 'vitest';
import { leaveFiguresOpen } from './advice/score-fixes.ts';
import { translateForeign } from './foreign.ts';
import { findPlaceholders, translatePlaceholders } from './placeholders.ts';
import { findTemplateProblem } from './resolve.ts';
import { renderMessage } from './variables.ts';

test.each([
  ['GMass, Reply.io', 'Hi {FirstName},', 'Hi {{first_name}},'],
  ['by hand', 'Hi {first_name},', 'Hi {{first_name}},'],
  ['by hand, in square brackets', 'Hi [First Name],', 'Hi {{first_name}},'],
  ['by hand, in angle brackets', 'Hi <First Name> of <Company Name>', 'Hi {{first_name}} of {{company_name}}'],
  ['ActiveCampaign', 'Hi %FIRSTNAME%,', 'Hi {{first_name}},'],
  ['percent signs and a line', 'Hi %FIRST_NAME% at %COMPANY%', 'Hi {{first_name}} at {{company_name}}'],
  ['Smartlead', '%sender-firstname%', '{{sender.first_name}}'],
  ['Pardot', 'Hi %%first_name%%,', 'Hi {{first_name}},'],
  ['Mailchimp', 'Hi *|FNAME|* *|LNAME|*,', 'Hi {{first_name}} {{last_name}},'],
  ['Mailchimp, a fallback', 'Hi *|FIRST_NAME|Friend|*,', 'Hi {{ first_name | default: "Friend" }},'],
  ['hash signs', 'Hi #FIRSTNAME#,', 'Hi {{first_name}},'],
  ['GetResponse', 'Hi [[firstname]],', 'Hi {{first_name}},'],
  ['Constant Contact, a fallback', 'Hi [[FIRSTNAME OR "there"]],', 'Hi {{ first_name | default: "there" }},'],
  ['Salesforce Classic', 'Hi {!Lead.FirstName},', 'Hi {{first_name}},'],
  ['Salesforce Classic, a fallback', 'Dear {!Contact.FirstName, Friend}', 'Dear {{ first_name | default: "Friend" }}'],
  ['Salesforce, the account', '{!Account.Name}', '{{company_name}}'],
  ['Salesforce, the sender', '{!User.FirstName}', '{{sender.first_name}}'],
  ['AWeber', '{!name}', '{{first_name}} {{last_name}}'],
  ['MailerLite', 'Hi {$name}', 'Hi {{first_name}} {{last_name}}'],
  ['Zoho', 'Hi \x24{Leads.First Name}', 'Hi {{first_name}}'],
  ['a script', 'Hi <%= contact.first_name %>', 'Hi {{first_name}}'],
  ['Marketo', 'In {%=lead.city ?: "your town" %}', 'In {{ location | default: "your town" }}'],
  ['Word', 'Hi «First_Name»', 'Hi {{first_name}}'],
  ['GMass, a fallback', 'Hi {FirstName|there},', 'Hi {{ first_name | default: "there" }},'],
  ['German', 'Hallo {Vorname} von {Firma}', 'Hallo {{first_name}} von {{company_name}}'],
  ['the sender', '{sender_name}, {my.first_name}', '{{sender.name}}, {{sender.first_name}}'],
])('%s: %s', (_, theirs, ours) => {
  expect(translatePlaceholders(theirs)).toBe(ours);
  expect(findPlaceholders(theirs).every(({ is_certain }) => is_certain)).toBe(true);
  expect(findTemplateProblem(theirs)).not.toBeNull();
  expect(findPlaceholders(ours)).toEqual([]);
  expect(findTemplateProblem(ours)).toBeNull();
});

test.each([
  ['HubSpot', 'Hi {{contact.firstname}} of {{ company.name }}', 'Hi {{first_name}} of {{company_name}}'],
  ['Brevo', 'Hi {{ contact.FIRSTNAME }}', 'Hi {{first_name}}'],
  ['Salesforce Lightning', 'Hi {{{Recipient.FirstName}}}', 'Hi {{first_name}}'],
  ['Marketo', '{{lead.First Name:default=there}}', '{{ first_name | default: "there" }}'],
  ['Mail merge of Google', 'Hi {{First name}}', 'Hi {{first_name}}'],
  ['Reply.io', 'Hi {{FirstName}} of {{Company}}', 'Hi {{first_name}} of {{company_name}}'],
  ['lemlist', 'Hi {{firstName}}, {{companyName}}', 'Hi {{first_name}}, {{company_name}}'],
  ['Salesloft', '{{my.first_name}}', '{{sender.first_name}}'],
])('double brackets of %s: %s', (_, theirs, ours) => {
  expect(translateForeign(theirs)).toBe(ours);
  expect(findTemplateProblem(ours)).toBeNull();
});

test.each([
  ['a field of its own', 'Your {custom_field}'],
  ['Mailchimp, a field of its own', '*|MMERGE7|*'],
  ['a template for people', 'I am [Your Name Here] and [insert case study]'],
  ['one word in brackets', 'at [Company]'],
  ['percent signs', '%DEAL_VALUE%'],
  ['GetResponse', '[[wedding_day]]'],
  ['a script', '<%= order.total %>'],
])('advised of and left to the writer, %s: %s', (_, text) => {
  expect(findPlaceholders(text).length).toBeGreaterThan(0);
  expect(findTemplateProblem(text)).toBeNull();
});

test.each([
  'Hi {{first_name}}, {Hi|Hello} {{ company_name | default: "your team" }}',
  'a {b} c | d } { e and {Hi there|Hello [again]}',
  '{company|team} and {title|role}',
  'see [1] or [this page], <b>, a < b > c, x <y@z.example>',
  '100% of 50% and 20%-30% off, 5%off%',
  'use {} and [] and {{ "{" }}name}',
  'f(x) = {x | x > 0}',
  '“Guillemets” «bonjour»',
  '<{"type":"snippet","id":7,"name":"{first_name} line"}>',
  '{% if industry %}In {{industry}}{% endif %}',
  '[x] done, [optional], [link]',
])('words stay words: %s', (text) => {
  expect(findPlaceholders(text)).toEqual([]);
  expect(translatePlaceholders(text)).toBe(text);
});

test('a group of options keeps ours inside', () => {
  expect(translatePlaceholders('{Hi {first_name}|Hello *|FNAME|*}')).toBe('{Hi {{first_name}}|Hello {{first_name}}}');
});

test('hostile input takes no time', () => {
  const before = performance.now();
  for (const text of [
    '['.repeat(50_000),
    '{!'.repeat(40_000),
    '%a'.repeat(40_000),
    '*|a'.repeat(30_000),
    '<%=x'.repeat(20_000),
  ])
    translatePlaceholders(text);
  expect(performance.now() - before).toBeLessThan(1000);
});

test('a blank is left to a person: no message with it is sent', () => {
  expect(findPlaceholders('We have [fill in] customers.')).toEqual([
    { at: 8, source: '[fill in]', ours: null, is_certain: true },
  ]);
  expect(findTemplateProblem('We have [Fill in] customers.')).toMatch(/left to fill in/);
  expect(findTemplateProblem('We fill in the rest.')).toBeNull();
});

test.each([
  ['We have 4,812 customers.', 'We have [fill in] customers.'],
  ['It saves 49% and €1.200 a year.', 'It saves [fill in] and [fill in] a year.'],
  ['Forty customers use it.', 'Forty customers use it. [fill in]'],
])('%s with its figures left open', (sentence, expected) => {
  expect(leaveFiguresOpen(sentence)).toBe(expected);
  expect(findTemplateProblem(leaveFiguresOpen(sentence))).not.toBeNull();
});

test.each([
  'We have {[fill in] customers|many customers}.',
  'We have {{ company_size | default: "[fill in]" }} colleagues.',
  '<{"type":"link","text":"Our [fill in] cases","url":"https://acme.example"}>',
  '{% if industry %}In [ Fill  in ] plants{% endif %}',
  'We have [[fill in]] customers.',
  `${'[Your Name Here] '.repeat(60)}[fill in]`,
  `${'word '.repeat(1500)}[fill in]`,
])('a blank is found wherever it is: %#', (text) => {
  expect(findTemplateProblem(text)).toMatch(/left to fill in/);
});

test('a placeholder inside a group of options is found', () => {
  expect(findTemplateProblem('{Hi [First Name]|Hello there}')).toMatch(/placeholder of another tool/);
});

test('a message with a blank is not written for a lead either', () => {
  const message = 'Hi {{first_name}}, we have [fill in] customers.';
  expect(renderMessage({ message }, { variables: { first_name: 'Ada' } }).kind).toBe('missing');
  const value = renderMessage({ message: 'Hi {{first_name}}' }, { variables: { first_name: '[fill in]' } });
  expect(value.kind).toBe('ready');
});
