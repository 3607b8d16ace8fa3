// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFocusReturn } from './use-focus-return.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Overlay({ name }: { name: string }) {
  useFocusReturn(true);
  return <button type="button">{name}</button>;
}

function Page({ shown, hasOpener = true }: { shown?: string; hasOpener?: boolean }) {
  return (
    <>
      <h1 tabIndex={-1}>Title</h1>
      {hasOpener ? <button type="button">Opener</button> : null}
      {shown === undefined ? null : <Overlay key={shown} name={shown} />}
    </>
  );
}

const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());
const focused = () => document.activeElement?.textContent;

/** Goes through the overlays as a person does, the focus in each, and closes the last. */
function walk(names: string[], close: { hasOpener?: boolean } = {}) {
  const { rerender } = render(<Page />);
  focus('Opener');
  for (const name of names) {
    rerender(<Page shown={name} />);
    act(() => vi.advanceTimersByTime(100));
    focus(name);
  }
  rerender(<Page {...close} />);
  act(() => vi.advanceTimersByTime(100));
}

test('focus goes back to the opener', () => {
  walk(['Sources']);
  expect(focused()).toBe('Opener');
});

test('focus goes back to the opener also when one overlay was exchanged for the next', () => {
  walk(['Sources', 'Form', 'Sources again']);
  expect(focused()).toBe('Opener');
});

test('focus stays in the overlay that took the place of another', () => {
  const { rerender } = render(<Page />);
  focus('Opener');
  rerender(<Page shown="Sources" />);
  focus('Sources');
  rerender(<Page shown="Form" />);
  act(() => vi.advanceTimersByTime(100));
  expect(focused()).not.toBe('Opener');
});

test('where the opener is gone the title of the page takes it', () => {
  walk(['Sources', 'Form'], { hasOpener: false });
  expect(focused()).toBe('Title');
});
