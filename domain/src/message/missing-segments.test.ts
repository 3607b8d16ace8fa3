import { describe, expect, test } from 'vitest';
import { fallbackWithout, replaceNamed } from './missing-segments.ts';

const research = '<{"type":"research","id":3,"name":"Funding"}>';

describe('replaces a missing value with words', () => {
  test.each([
    [
      'Your work as {{job_title}} at {{company_name}}',
      'job_title',
      'a leader',
      'Your work as a leader at {{company_name}}',
    ],
    ['{{ JOB_TITLE }} and {{job_title}}', 'job_title', 'you', 'you and you'],
    ['Hi {{nick}}', 'unknown:nick', 'there', 'Hi there'],
    [`I read: ${research}.`, 'research:3:Funding', 'your news', 'I read: your news.'],
    ['Hi {{first_name}}', 'job_title', 'you', 'Hi {{first_name}}'],
    ['Plain', 'job_title', 'you', 'Plain'],
  ])('%s without %s', (template, name, words, expected) => {
    expect(replaceNamed(template, name, words)).toBe(expected);
  });
});

describe('a fallback message that does without something', () => {
  const message = 'As {{job_title}} at {{company_name}}';
  test.each([
    ['none yet: the message is taken', null, 'As you at {{company_name}}'],
    ['a blank one: the message is taken', '  ', 'As you at {{company_name}}'],
    ['one that names it', 'Hi {{job_title}}', 'Hi you'],
    ['one that does not name it', 'Hi there', null],
  ])('%s', (_, placeholder_message, expected) => {
    expect(fallbackWithout({ message, placeholder_message }, 'job_title', 'you')).toBe(expected);
  });
});
