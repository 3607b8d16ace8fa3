// @vitest-environment happy-dom
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { expect, test } from 'vitest';
import { appendImage, describeImage, type Pasting, pasteFiles, writeImage } from './paste-files.ts';

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

test('a second image keeps the first in the text, also while the editor is still loading', async () => {
  let given = 0;
  const files = {
    isInline: () => true,
    addImage: async (file: File) => {
      given += 1;
      return { id: given, name: file.name, type: file.type, size: file.size };
    },
    add: async () => undefined,
  } as unknown as Pasting['files'];
  const written: Pasting['written'] = {
    current: {
      ...{ draft: 'See', formatted: '' },
      write(draft, formatted = '') {
        written.current = { ...written.current, draft, formatted };
      },
    },
  };
  const pasted = ['one.png', 'two.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
  await pasteFiles(pasted, true, { files, textRef: { current: null }, written });
  expect(written.current).toMatchObject({
    draft: 'See[one][two]',
    formatted: '<p>See<img src="cid:one.png" alt="one"><img src="cid:two.png" alt="two"></p>',
  });
  expect(appendImage('<ul><li>a</li></ul>', image).formatted).toBe(
    '<ul><li>a</li></ul>\n<p><img src="cid:chart 2.png" alt="chart 2"></p>',
  );
});
