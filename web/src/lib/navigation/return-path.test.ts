// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { popReturnPath, rememberReturnPath } from './return-path.ts';

test('a page is remembered once, with its query', () => {
  rememberReturnPath('/inbox?chat=7');
  expect(popReturnPath()).toBe('/inbox?chat=7');
  expect(popReturnPath()).toBeUndefined();
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
  expect(popReturnPath()).toBeUndefined();
});
