// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from '../overlays/overlay.tsx';
import { DiscardScope, useDiscardGuard, useDiscardScope, useUnsavedText } from './discard-guard.tsx';

afterEach(cleanup);

function Form({ isChanged, onClose }: { isChanged: boolean; onClose: () => void }) {
  const guard = useDiscardGuard(isChanged, onClose);
  return (
    <MantineProvider env="test">
      <Dialog opened onClose={guard.close} title="Write">
        <p>Text</p>
      </Dialog>
      {guard.question}
    </MantineProvider>
  );
}

test('closing asks while something is not saved, and does it when asked to', async () => {
  const onClose = vi.fn();
  render(<Form isChanged onClose={onClose} />);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('nothing changed: it closes immediately', () => {
  const onClose = vi.fn();
  render(<Form isChanged={false} onClose={onClose} />);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('the browser asks before a reload while something is not saved', () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { rerender } = render(<Form isChanged onClose={vi.fn()} />);
  expect(isAsked()).toBe(true);
  rerender(<Form isChanged={false} onClose={vi.fn()} />);
  expect(isAsked()).toBe(false);
});

function Note() {
  const [text, setText] = useState('');
  useUnsavedText(text !== '');
  return <textarea aria-label="Note" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

function Panel({ onClose, onNext }: { onClose: () => void; onNext: () => void }) {
  const guard = useDiscardScope(onClose);
  const [hasNote, setNote] = useState(true);
  return (
    <MantineProvider env="test">
      <Dialog opened onClose={guard.close} title="Lead">
        <DiscardScope value={guard.scope}>{hasNote ? <Note /> : null}</DiscardScope>
        <button type="button" onClick={() => guard.leave(onNext)}>
          Next
        </button>
        <button type="button" onClick={() => setNote(false)}>
          Save
        </button>
      </Dialog>
      {guard.question}
    </MantineProvider>
  );
}

test('a panel asks for the unsaved text of a form inside it, also before the next lead, and not once the form is gone', async () => {
  const [onClose, onNext] = [vi.fn(), vi.fn()];
  render(<Panel onClose={onClose} onNext={onNext} />);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Note' }), { target: { value: 'Half a sentence' } });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect([onClose, onNext].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect([onClose, onNext].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
