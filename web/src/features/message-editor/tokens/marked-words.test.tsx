// @vitest-environment happy-dom
import { act, cleanup, waitFor } from '@testing-library/react';
import { $createParagraphNode, $createTextNode, $getRoot, type LexicalEditor } from 'lexical';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { TokenField } from './token-field.tsx';

const highlights = new Map<string, Set<Range>>();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  highlights.clear();
});
const marked = () => [...(highlights.get('sales-talk') ?? [])].map((range) => range.toString());

async function open(value: string): Promise<LexicalEditor> {
  let editor: LexicalEditor | undefined;
  await show(
    <TokenField
      label="Message"
      placeholder=""
      value={value}
      field="message"
      isEditable
      onChange={() => undefined}
      onReady={(ready) => {
        editor = ready;
      }}
    />,
    {},
    { role: 'ADMIN', organization: { branding_settings: {} } },
  );
  await waitFor(() => expect(editor).toBeDefined());
  return editor!;
}

test('advertising words are underlined while they are written, and the text stays as it is', async () => {
  vi.stubGlobal('Highlight', Set);
  vi.stubGlobal('CSS', { ...globalThis.CSS, highlights });
  const editor = await open('Hi Ada, act now: it is guaranteed.');
  await waitFor(() => expect(marked()).toEqual(['act now', 'guaranteed']));
  await act(async () =>
    editor.update(() => {
      $getRoot().clear();
      $getRoot().append($createParagraphNode().append($createTextNode('Click here, Ada.')));
    }),
  );
  await waitFor(() => expect(marked()).toEqual(['Click here']));
  expect(editor.getEditorState().read(() => $getRoot().getTextContent())).toBe('Click here, Ada.');
  cleanup();
  expect(marked()).toEqual([]);
});

test('a browser without highlights underlines nothing', async () => {
  vi.stubGlobal('Highlight', undefined);
  const editor = await open('Act now.');
  expect(editor.getEditorState().read(() => $getRoot().getTextContent())).toBe('Act now.');
  expect(marked()).toEqual([]);
});
