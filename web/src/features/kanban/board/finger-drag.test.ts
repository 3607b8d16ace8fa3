// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToFingers } from './finger-drag.ts';

const drag = { onPick: vi.fn(), onMove: vi.fn(), onDrop: vi.fn(), onCancel: vi.fn() };
let stop: () => void;
let card: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] });
  document.body.innerHTML = `<section id="board"><article data-card="7"><b>Ada</b>
    <button aria-haspopup="menu">Menu</button></article><p>Room</p></section>`;
  document.elementFromPoint = () => null;
  card = document.querySelector('b') as HTMLElement;
  stop = listenToFingers(document.querySelector('#board') as HTMLElement, drag);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.clearAllMocks();
});

function touch(kind: string, element: Element, ...points: [x: number, y: number][]): Event {
  const event = new Event(kind, { bubbles: true, cancelable: true });
  const touches = points.map(([clientX, clientY]) => ({ clientX, clientY }));
  element.dispatchEvent(Object.assign(event, { touches }));
  return event;
}

test('a finger that rested takes the card along, and lets it go where it leaves', () => {
  touch('touchstart', card, [10, 10]);
  touch('touchmove', card, [13, 12]);
  vi.advanceTimersByTime(400);
  expect(drag.onPick).toHaveBeenCalledExactlyOnceWith(7, { x: 13, y: 12 });
  const moved = touch('touchmove', card, [200, 40]);
  expect(moved.defaultPrevented).toBe(true);
  vi.advanceTimersByTime(20);
  expect(drag.onMove).toHaveBeenLastCalledWith({ x: 200, y: 40 });
  expect(touch('touchend', card).defaultPrevented).toBe(true);
  expect([drag.onDrop.mock.calls.length, drag.onCancel.mock.calls.length]).toEqual([1, 0]);
  touch('touchmove', card, [300, 40]);
  expect(drag.onMove).toHaveBeenLastCalledWith({ x: 200, y: 40 });
});

test('the menu and the drag of the browser stay away while a finger rests, and only then', () => {
  const menu = () => {
    const event = new Event('contextmenu', { bubbles: true, cancelable: true });
    card.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(menu()).toBe(false);
  touch('touchstart', card, [10, 10]);
  expect(menu()).toBe(true);
  touch('touchend', card);
  expect(menu()).toBe(false);
});

test.each<[string, () => void]>([
  ['a tap', () => touch('touchend', card)],
  ['scrolling', () => touch('touchmove', card, [10, 40])],
  ['a second finger', () => touch('touchmove', card, [10, 10], [50, 50])],
  ['what the system takes for itself', () => touch('touchcancel', card)],
])('%s takes no card', (_, act) => {
  touch('touchstart', card, [10, 10]);
  act();
  vi.advanceTimersByTime(400);
  expect(drag.onPick).not.toHaveBeenCalled();
});

test('neither the menu of a card nor the room beside it is taken', () => {
  for (const place of ['button', 'p']) {
    touch('touchstart', document.querySelector(place) as Element, [10, 10]);
    vi.advanceTimersByTime(400);
  }
  expect(drag.onPick).not.toHaveBeenCalled();
});

test('a second finger, or a board that goes, puts a held card back', () => {
  for (const act of [() => touch('touchmove', card, [10, 10], [50, 50]), () => stop()]) {
    touch('touchstart', card, [10, 10]);
    vi.advanceTimersByTime(400);
    act();
  }
  expect([drag.onCancel.mock.calls.length, drag.onDrop.mock.calls.length]).toEqual([2, 0]);
});
