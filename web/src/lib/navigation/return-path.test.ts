// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { rememberReturnPath, takeReturnPath } from './return-path.ts';

test('a page is remembered once, with its query', () => {
  rememberReturnPath('/inbox?chat=7');
  expect(takeReturnPath()).toBe('/inbox?chat=7');
  expect(takeReturnPath()).toBeUndefined();
});

test.each([
  '/login',
  '/',
  '/logout',
  '/create-password?code=x',
  '//evil.example/a',
  '/\\evil.example',
  'https://evil.example',
])('%s is no place to come back to', (path) => {
  rememberReturnPath(path);
  expect(takeReturnPath()).toBeUndefined();
});
