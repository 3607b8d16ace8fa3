import { expect, test } from 'vitest';
import { findSubjectDialect, findSubjectProblem } from './commit-law.ts';

test.each([
  ['feat(campaigns): hold a lead whose data is missing', null],
  ['fix: focus the field', null],
  ['sign-ins are counted', 'must look like type(scope): what it does'],
  [
    'fix(auth): count sign-ins tried at once before their passwords are looked at by us',
    'is 82 characters long, at most 72',
  ],
  ['fix(auth): counted sign-ins', 'says "counted", not what it does'],
  ['fix(auth): counting sign-ins', 'says "counting", not what it does'],
  ['fix(auth): counts sign-ins', 'says "counts", not what it does'],
])('%s', (subject, problem) => expect(findSubjectProblem(subject)).toBe(problem));

test.each([
  ["fix(chats): don't count redelivered messages", null],
  ['fix(chats): keep what a stranger told us', null],
  ['fix(chats): ask anew', 'says "anew" (docs/language.md)'],
  ['test: let whoever waits go on', 'says "whoever" (docs/language.md)'],
])('language: %s', (subject, problem) => expect(findSubjectDialect(subject)).toBe(problem));
