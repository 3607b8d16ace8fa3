// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { IconButton } from '../inputs/app-button.tsx';
import { Dialog } from '../overlays/overlay.tsx';
import { Tooltip } from './tooltip.tsx';

afterEach(cleanup);

const bubble = () => screen.queryByRole('tooltip')?.textContent ?? null;

const draw = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>);

test('a mouse that rests on a button sees its words, until it leaves or presses Escape', async () => {
  draw(
    <IconButton label="Archive">
      <i />
    </IconButton>,
  );
  const button = screen.getByRole('button', { name: 'Archive' });
  button.focus();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  expect(bubble()).toBeNull();
  await expect.poll(bubble).toBe('Archive');
  fireEvent.keyDown(button, { key: 'Escape' });
  await expect.poll(bubble).toBeNull();
  fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  await expect.poll(bubble).toBe('Archive');
  fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  await expect.poll(bubble).toBeNull();
  // The button that was there before the words is still the one with the focus.
  expect(document.activeElement).toBe(button);
});

test('a touch opens nothing, and the handlers of the target run', async () => {
  const calls: string[] = [];
  draw(
    <Tooltip label="Not for touches">
      <span onPointerEnter={() => calls.push('enter')} onPointerLeave={() => calls.push('leave')}>
        Target
      </span>
    </Tooltip>,
  );
  const target = screen.getByText('Target');
  fireEvent.pointerEnter(target, { pointerType: 'touch' });
  fireEvent.pointerLeave(target, { pointerType: 'touch' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([bubble(), calls]).toEqual([null, ['enter', 'leave']]);
});

test('a key that leads to a button shows its words, until it leads on', async () => {
  draw(
    <IconButton label="Archive">
      <i />
    </IconButton>,
  );
  const button = screen.getByRole('button', { name: 'Archive' });
  fireEvent.focus(button);
  await new Promise((resolve) => setTimeout(resolve, 500));
  // A click gives the focus too, and the mouse is there already.
  expect(bubble()).toBeNull();
  button.focus();
  await expect.poll(bubble).toBe('Archive');
  button.blur();
  await expect.poll(bubble).toBeNull();
});

test('screen readers hear words that are not in the name, and a name only once', () => {
  draw(
    <>
      <IconButton label="Archive">
        <i />
      </IconButton>
      <Tooltip label="500 of 1,000 credits">
        <button type="button" aria-label="Get credits" />
      </Tooltip>
    </>,
  );
  const descriptionOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-description');
  expect([descriptionOf('Archive'), descriptionOf('Get credits')]).toEqual([null, '500 of 1,000 credits']);
});

test('in a dialog, Escape closes the words first, and a press closes them too', async () => {
  const onClose = vi.fn();
  draw(
    <Dialog opened onClose={onClose} title="Labels">
      <IconButton label="Archive">
        <i />
      </IconButton>
    </Dialog>,
  );
  const button = await screen.findByRole('button', { name: 'Archive' });
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  await expect.poll(bubble).toBe('Archive');
  fireEvent.keyDown(button, { key: 'Escape' });
  await expect.poll(bubble).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  await expect.poll(bubble).toBe('Archive');
  fireEvent.pointerDown(button);
  await expect.poll(bubble).toBeNull();
});
