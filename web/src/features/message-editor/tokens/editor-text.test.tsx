// @vitest-environment happy-dom
import { createEditor, type LexicalEditor } from 'lexical';
import { describe, expect, test } from 'vitest';
import { $readMessage, $writeMessage, appendSegments } from './editor-text.ts';
import { TokenNode } from './token-node.tsx';

function editorWith(message: string): LexicalEditor {
  const editor = createEditor({
    nodes: [TokenNode],
    onError: (error) => {
      throw error;
    },
  });
  editor.update(() => $writeMessage(message), { discrete: true });
  return editor;
}

const textOf = (editor: LexicalEditor) => editor.getEditorState().read($readMessage);

describe('a message in the editor', () => {
  test.each([
    '',
    'Hello',
    'Hi {{first_name}},\n\nten minutes?\n',
    '\n\n{{company_name}}',
    '{{first_name}}{{last_name}}',
    'See <{"type":"link","text":"our page","url":"https://acme.example/a?b=1&c=2"}>.',
    'Bye\n\n<{"type":"signature","id":7,"name":"Ada, \\"sales\\""}>',
    'If you would rather not, <{"type":"unsubscribe","text":"unsubscribe here"}>',
    'Broken {{ first }} <{"type":"link"}> and {{no_such_name}}',
    'Ünïcödé 👋🏽 {{job_title}}',
    '{% if job_title contains "CEO" %}Hi\n{{first_name}}{% else %}Hello{% endif %} and {% if email %}a{% elsif website %}b{% endif %}',
    '{% if job_title %}{% if email %}deep{% endif %}{% endif %}{% if',
  ])('comes out as it went in: %j', (message) => {
    expect(textOf(editorWith(message))).toBe(message.replace('{{ first }}', '{{first}}'));
  });

  test('appended text comes after everything else', async () => {
    const editor = editorWith('Hi {{first_name}}');
    appendSegments(editor, [
      { kind: 'text', text: '\n\n' },
      { kind: 'signature', id: 3, name: 'Ada' },
    ]);
    await Promise.resolve();
    expect(textOf(editor)).toBe('Hi {{first_name}}\n\n<{"type":"signature","id":3,"name":"Ada"}>');
  });
});
