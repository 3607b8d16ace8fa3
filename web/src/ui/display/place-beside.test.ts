import { expect, test } from 'vitest';
import { placeBeside } from './place-beside.ts';

const frame = { width: 800, height: 600 };
const bubble = { width: 100, height: 20 };
const target = (left: number, top: number) => ({ left, top, width: 30, height: 30 });

test.each([
  ['above its target, in its middle', target(300, 200), 'top', false, { left: 265, top: 175 }],
  ['below it where the window ends', target(300, 10), 'top', false, { left: 265, top: 45 }],
  ['inside the window at its start', target(0, 200), 'top', false, { left: 8, top: 175 }],
  ['inside the window at its end', target(770, 200), 'top', false, { left: 692, top: 175 }],
  ['after it', target(10, 200), 'end', false, { left: 45, top: 205 }],
  ['after it where pages are read from right to left', target(760, 200), 'end', true, { left: 655, top: 205 }],
  ['before it where nothing fits after it', target(760, 200), 'end', false, { left: 655, top: 205 }],
] as const)('a bubble lies %s', (_, at, side, isRightToLeft, place) => {
  expect(placeBeside(at, bubble, frame, side, isRightToLeft)).toEqual(place);
});
