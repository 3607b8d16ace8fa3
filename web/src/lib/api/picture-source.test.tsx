// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { routePictures } from '../../ui/display/paper-frame.tsx';
import { pictureSource } from './picture-source.ts';

test.each([
  ['https://media.example/a.png', '/api/v1/pictures/?address=https%3A%2F%2Fmedia.example%2Fa.png'],
  ['/icon.svg', '/icon.svg'],
  ['data:image/gif;base64,R0lGODlh', 'data:image/gif;base64,R0lGODlh'],
  ['blob:https://app.example/1', 'blob:https://app.example/1'],
  ['', ''],
])('%s', (address, source) => {
  expect(pictureSource(address)).toBe(source);
});

test('pictures of a mail of ours are loaded through our server, everything else stays', () => {
  const html =
    '<p>Hi <img src="https://logo.example/a.png?x=1&amp;y=2" alt="x"><a href="https://logo.example/">go</a></p>';
  expect(routePictures(html, pictureSource)).toBe(
    '<p>Hi <img src="/api/v1/pictures/?address=https%3A%2F%2Flogo.example%2Fa.png%3Fx%3D1%26y%3D2" alt="x"><a href="https://logo.example/">go</a></p>',
  );
});
