// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from '../overlays/overlay.tsx';
import { useDiscardGuard } from './discard-guard.tsx';

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
