// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, SidePanel } from './overlay.tsx';

afterEach(cleanup);

function Unsaved() {
  const [isAsking, setAsking] = useState(false);
  return (
    <MantineProvider env="test">
      <SidePanel opened onClose={() => setAsking(true)} title="Step">
        <input aria-label="Text" />
      </SidePanel>
      <Dialog opened={isAsking} onClose={() => setAsking(false)} title="Discard your changes?">
        Not saved yet.
      </Dialog>
    </MantineProvider>
  );
}

test('Escape in a drawer with unsaved text opens the question, and the same key does not answer it', async () => {
  render(<Unsaved />);
  let heard = 0;
  const listen = () => {
    heard += 1;
  };
  window.addEventListener('keydown', listen);
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape' });
  window.removeEventListener('keydown', listen);
  expect(await screen.findByText('Discard your changes?')).toBeTruthy();
  expect(heard, 'nothing else handles the key').toBe(0);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByText('Discard your changes?')).toBeNull();
});

function Nested() {
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(true);
  return (
    <MantineProvider env="test">
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Labels">
        <button type="button" onClick={() => setAsking(true)}>
          Delete
        </button>
        <Dialog opened={isAsking} onClose={() => setAsking(false)} title="Delete it?">
          This cannot be undone.
        </Dialog>
      </Dialog>
    </MantineProvider>
  );
}

test('Escape closes the question, not the dialog it was asked in; then that one', () => {
  render(<Nested />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByText('This cannot be undone.')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByText('This cannot be undone.')).toBeNull();
  expect(screen.getByText('Labels')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByText('Labels')).toBeNull();
});

function Vanishing() {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const close = () => {
    setOpen(false);
    setDone(true);
  };
  return (
    <MantineProvider env="test">
      <h1 tabIndex={-1}>Campaign</h1>
      {isDone ? null : (
        <button type="button" onClick={() => setOpen(true)}>
          Activate
        </button>
      )}
      <Dialog opened={isOpen} onClose={close} title="Activate campaign">
        Read it once more.
      </Dialog>
    </MantineProvider>
  );
}

test('where the opener of a dialog went with what was done, the title of the page takes the focus', async () => {
  render(<Vanishing />);
  const opener = screen.getByRole('button', { name: 'Activate' });
  opener.focus();
  fireEvent.click(opener);
  await screen.findByText('Read it once more.');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

/** Loaded with the first opening: it is there from its first moment on, and slides away when it closes. */
function Late() {
  const [isOpen, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <MantineProvider>
      <button
        type="button"
        onClick={() => {
          setLoaded(true);
          setOpen(true);
        }}
      >
        Open
      </button>
      {isLoaded ? (
        <SidePanel opened={isOpen} onClose={() => setOpen(false)} title="Lead">
          <input aria-label="Email" />
        </SidePanel>
      ) : null}
    </MantineProvider>
  );
}

test('a drawer that came with its first opening gives the focus back while it slides away', async () => {
  render(<Late />);
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  fireEvent.click(opener);
  const field = await screen.findByLabelText('Email');
  field.focus();
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('Enter in the field of a typed confirmation confirms, once the text is right', () => {
  const onConfirm = vi.fn();
  const typed = { expected: 'CANCEL', label: 'Type CANCEL' };
  render(
    <MantineProvider env="test">
      <ConfirmDialog
        opened
        onClose={() => {}}
        title="Cancel?"
        confirmLabel="Cancel plan"
        typed={typed}
        onConfirm={onConfirm}
      >
        It ends today.
      </ConfirmDialog>
    </MantineProvider>,
  );
  const field = screen.getByLabelText('Type CANCEL');
  fireEvent.change(field, { target: { value: 'CANC' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onConfirm).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: 'CANCEL' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
