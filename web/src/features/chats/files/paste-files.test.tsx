// @vitest-environment happy-dom
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { expect, test } from 'vitest';
import { describeImage, writeImage } from './paste-files.ts';

const image = { kind: 'image' as const, name: 'chart 2.png', alt: 'chart 2', width: null };

test('an image at the caret makes a plain message a formatted one that says the same', () => {
  const { message, formatted } = writeImage('Hi <you>\n\nBye', 8, image);
  expect(formatted).toBe('<p>Hi &lt;you&gt;<img src="cid:chart 2.png" alt="chart 2"><br><br>Bye</p>');
  expect(message).toBe('Hi <you>[chart 2]\n\nBye');
  expect(parseRichText(formatted)).toHaveLength(1);
  expect(writeImage('', 0, image).message).toBe('[chart 2]');
  expect(describeImage('image.png')).toBe('image');
  expect(describeImage('.png')).toBe('.png');
});
