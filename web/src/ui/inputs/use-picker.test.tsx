// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePicker } from './use-picker.ts';

const onChoose = vi.fn();
beforeEach(() => onChoose.mockClear());
afterEach(cleanup);

function Picker({ typed, entries, isBehind }: { typed: string; entries: string[]; isBehind?: boolean }) {
  const { index, onKeyDown } = usePicker({ typed, entries, isBehind: isBehind ?? false, onChoose });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as its users do.
    <div onKeyDown={onKeyDown}>
      <input aria-label="Find" />
      <button type="button">New</button>
      <output>{entries[index]}</output>
    </div>
  );
}
const field = () => screen.getByLabelText('Find');
const enter = (element: HTMLElement = field()) => fireEvent.keyDown(element, { key: 'Enter' });

test('Enter waits for the results of what is typed, and takes none of the earlier ones', () => {
  const { rerender } = render(<Picker typed="annabel" entries={['Anna']} isBehind />);
  enter();
  expect(onChoose).not.toHaveBeenCalled();
  rerender(<Picker typed="annabel" entries={['Annabel', 'Annabella']} />);
  expect(onChoose.mock.calls).toEqual([['Annabel']]);
});

test('text typed after Enter cancels it', () => {
  const { rerender } = render(<Picker typed="annabel" entries={['Anna']} isBehind />);
  enter();
  rerender(<Picker typed="annabella" entries={['Annabella']} />);
  expect(onChoose).not.toHaveBeenCalled();
});

test('arrows mark, other text starts at the first entry', () => {
  const { rerender } = render(<Picker typed="a" entries={['Ada', 'Anna', 'Ari']} />);
  fireEvent.keyDown(field(), { key: 'ArrowUp' });
  expect(screen.getByRole('status').textContent).toBe('Ari');
  rerender(<Picker typed="an" entries={['Anna']} />);
  expect(screen.getByRole('status').textContent).toBe('Anna');
  enter();
  expect(onChoose.mock.calls).toEqual([['Anna']]);
});

test('a button beside the field keeps Enter', () => {
  render(<Picker typed="" entries={['Ada']} />);
  expect(enter(screen.getByRole('button', { name: 'New' }))).toBe(true);
  expect(onChoose).not.toHaveBeenCalled();
});
