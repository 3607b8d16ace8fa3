import { expect, test } from 'vitest';
import { findUnfilled } from './unfilled.ts';

test.each([
  ['Hi {{first_name}},', '{{first_name}}'],
  ['Hi {{ first_name | default: "there" }},', '{{ first_name | default: "there" }}'],
  ['Yours, {{sender.first_name}}', '{{sender.first_name}}'],
  ['At {{ custom.fleet_size }} trucks', '{{ custom.fleet_size }}'],
  ['{% if job_title %}Hello{% endif %}', '{% if job_title %}'],
  ['Hi {first_name},', null],
  ['A set {{1}, {2}} of 40 %', null],
  ['Ready to send.', null],
])('%s', (text, expected) => expect(findUnfilled(text)).toBe(expected));
