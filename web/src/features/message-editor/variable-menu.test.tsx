// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { $getRoot, type LexicalEditor } from 'lexical';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { press, show } from '../../lib/testing/show.tsx';
import { PreviewedLead } from './tokens/previewed-lead.tsx';
import { TokenField } from './tokens/token-field.tsx';
import { VariableMenu } from './variable-menu.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const results = new Map([['research.stack', 'React']]);
let editor: LexicalEditor | null = null;

function Field() {
  const ref = useRef<LexicalEditor | null>(null);
  return (
    <PreviewedLead campaign={{ name: 'Spring', language: 'en' }} lead={null} answers={new Map()} results={results}>
      <TokenField
        label="Message"
        field="message"
        placeholder=""
        value=""
        isEditable
        onChange={() => {}}
        onReady={(ready) => {
          ref.current = ready;
          editor = ready;
        }}
        tools={<VariableMenu editor={ref} label="Insert variable" />}
      />
    </PreviewedLead>
  );
}

const task = (id: number, key: string, name: string, is_answered: boolean) => ({ id, key, name, is_answered });

async function openMenu() {
  await show(
    <Field />,
    {
      'GET /enrichment/used-prompts/': [
        task(11, 'hiring', 'Are they hiring?', false),
        task(12, 'stack', 'Größe (m²)', true),
        task(13, 'budget', 'Budget', false),
      ],
      'GET /enrichment/prompts/': [],
    },
    { role: 'ADMIN', organization: { branding_settings: { ai_research_enabled: true } } },
  );
  await press('Insert variable');
  await screen.findByRole('option', { name: /Größe/ });
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const search = () => screen.getByRole('textbox', { name: 'Find a variable' });
const type = (value: string) => fireEvent.change(search(), { target: { value } });

test('research with results comes first, with the value of the lead; the rest is under its own heading', async () => {
  await openMenu();
  expect(options()[0]).toContain('First name');
  expect(options().slice(-3)).toEqual(['Größe (m²)React', 'Are they hiring?', 'Budget']);
  expect(screen.getByText('Not researched yet')).toBeTruthy();
});

test('typing filters by name, Enter inserts; the chip carries the name of the task', async () => {
  await openMenu();
  type('no such thing');
  expect(screen.getByText('No variable found')).toBeTruthy();
  type('GRÖ');
  await waitFor(() => expect(options()).toEqual(['Größe (m²)React']));
  fireEvent.keyDown(search(), { key: 'ArrowDown', code: 'ArrowDown' });
  fireEvent.keyDown(search(), { key: 'Enter', code: 'Enter' });
  expect(await screen.findByRole('button', { name: 'Change Größe (m²)' })).toBeTruthy();
  expect(editor?.getEditorState().read(() => $getRoot().getTextContent())).toBe('{{research.stack}}');
});

test('Escape closes the menu alone and gives the focus back to its button', async () => {
  await openMenu();
  const above = vi.fn();
  document.addEventListener('keydown', above);
  fireEvent.keyDown(search(), { key: 'Escape', code: 'Escape' });
  document.removeEventListener('keydown', above);
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Insert variable' })));
});
