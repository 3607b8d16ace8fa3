// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { $createParagraphNode, $createTextNode, $getRoot, type LexicalEditor } from 'lexical';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../../lib/testing/show.tsx';
import { TokenField } from './token-field.tsx';

afterEach(cleanup);

async function openField(): Promise<{ editor: LexicalEditor; element: HTMLElement; write: (text: string) => void }> {
  let editor: LexicalEditor | undefined;
  await show(
    <TokenField
      label="Message"
      field="message"
      placeholder=""
      value=""
      isEditable
      onChange={() => {}}
      onReady={(ready) => {
        editor = ready;
      }}
    />,
    {},
    { role: 'ADMIN', organization: { branding_settings: {} } },
  );
  const element = await screen.findByRole('textbox', { name: 'Message' });
  if (editor === undefined) throw new Error('no editor');
  const ready = editor;
  /** Leaves the caret at the end. */
  const write = (text: string) =>
    ready.update(
      () => {
        const node = $createTextNode(text);
        $getRoot().clear().append($createParagraphNode().append(node));
        node.selectEnd();
      },
      { discrete: true },
    );
  return { editor: ready, element, write };
}

test('the list opens with what is typed and closes with it', async () => {
  const { element, write } = await openField();
  await act(async () => write('Hi {{comp'));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toContain('Company name');
  expect(screen.queryByRole('option', { name: 'First name' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('listbox', { name: 'Variables' })).toBe(screen.getByRole('listbox')));
  expect(screen.getByRole('option', { selected: true }).id).toBe(element.getAttribute('aria-activedescendant'));
  await act(async () => write('Hi {{nothing like it'));
  expect(screen.queryByRole('option')).toBeNull();
});

test('a list that the library opens too late shows nothing and leaves Enter to the text', async () => {
  const { editor, element, write } = await openField();
  // Both before the page is drawn once: opening it is put off, closing it finds nothing open.
  await act(async () => {
    write('Hi {{');
    write('Hi {{}}');
  });
  expect(screen.queryByRole('option')).toBeNull();
  await act(async () => {
    fireEvent.keyDown(element, { key: 'Enter', code: 'Enter' });
  });
  expect(editor.getEditorState().read(() => $getRoot().getTextContent())).toBe('Hi {{}}\n');
});

test('Escape closes the list alone; the next one is the panel’s', async () => {
  const { element, write } = await openField();
  await act(async () => write('Hi {{comp'));
  expect(element.dataset.mantineStopPropagation).toBe('true');
  await act(async () => {
    fireEvent.keyDown(element, { key: 'Escape', code: 'Escape' });
  });
  expect(screen.queryByRole('option')).toBeNull();
  expect(element.dataset.mantineStopPropagation).toBeUndefined();
});
