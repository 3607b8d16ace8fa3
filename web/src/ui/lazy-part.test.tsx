// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

interface PanelProps {
  opened?: boolean;
  onClose?: () => void;
}

let isAway: boolean;
let requests: number;
const Panel = ({ opened }: PanelProps) => <p>Panel {opened === false ? 'closed' : 'open'}</p>;
const laterPanel = () =>
  lazyPart(async () => {
    requests += 1;
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: Panel };
  });
/** Second by second: a retry is planned when the failure before it is rendered. */
async function pass(seconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(0));
  for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
}
const alert = () => screen.queryByRole('alert')?.textContent;

/** A page with unsaved text, and a part that is opened beside it. */
async function openBeside(props: PanelProps) {
  const Later = laterPanel();
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <textarea aria-label="Message" />
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Suspense fallback={null}>{isOpen ? <Later {...props} /> : null}</Suspense>
      </>
    );
  }
  render(<Page />);
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Hello Ada' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await pass(0);
}
const unsaved = () => (screen.getByLabelText('Message') as HTMLTextAreaElement).value;

beforeEach(() => {
  vi.useFakeTimers();
  isAway = true;
  requests = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a part whose file fails shows the error in its place, keeps unsaved text and opens on a retry', async () => {
  await openBeside({});
  await pass(1);
  expect(alert()).toContain("Couldn't load this");
  expect(unsaved()).toBe('Hello Ada');
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass(0);
  expect(screen.getByText('Panel open')).toBeTruthy();
  expect([alert(), unsaved()]).toEqual([undefined, 'Hello Ada']);
});

test('a failure that is over after a second is not shown', async () => {
  await openBeside({});
  expect(alert()).toBeUndefined();
  isAway = false;
  await pass(1);
  expect(screen.getByText('Panel open')).toBeTruthy();
});

test('a file is requested less and less often, and when the browser is online again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openBeside({});
  await pass(16);
  // After 0, 1, 3, 7 and 15 seconds.
  expect(requests).toBe(5);
  expect(alert()).toContain("You're offline");
  isAway = false;
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(screen.getByText('Panel open')).toBeTruthy();
});

test('what opens above the page is closed by its button and by Escape, and is not requested while it is closed', async () => {
  const onClose = vi.fn();
  const Later = laterPanel();
  const element = (opened: boolean) => (
    <Suspense fallback={null}>
      <Later opened={opened} onClose={onClose} />
    </Suspense>
  );
  const { rerender } = render(element(true));
  await pass(1);
  expect(document.activeElement?.textContent).toBe('Try again');
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(2);
  rerender(element(false));
  const before = requests;
  await pass(120);
  expect([alert(), requests]).toEqual([undefined, before]);
});

test('what opens slowly shows that it opens, leaves the focus and closes by Escape', async () => {
  let arrive = (_: { default: typeof Panel }) => {};
  const Later = lazyPart(() => new Promise<{ default: typeof Panel }>((resolve) => (arrive = resolve)));
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen ? <Later onClose={() => setOpen(false)} /> : null}
      </>
    );
  }
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Open' });
  const opening = () => screen.queryByRole('status', { name: 'Loading…' });
  button.focus();
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(150));
  expect(opening(), 'so short a time is not noticed').toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(opening()).toBeTruthy();
  expect(document.activeElement).toBe(button);
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(opening()).toBeNull();
  await act(async () => arrive({ default: Panel }));
  expect(screen.queryByText('Panel open'), 'closed before it opened').toBeNull();
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect([screen.queryByText('Panel open') !== null, opening()]).toEqual([true, null]);
});
