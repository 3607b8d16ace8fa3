import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CanvasView } from './fit-flow.ts';
import { glide, zoomAround } from './glide.ts';

const middle = { x: 400, y: 300 };
const from = { x: 400, y: 48, zoom: 0.9 };
const pointInMiddle = ({ x, y, zoom }: CanvasView) => [(middle.x - x) / zoom, (middle.y - y) / zoom];

let waiting: ((now: number) => void)[] = [];
/** What the browser does before it draws. */
const draw = (now: number): void => {
  const steps = waiting;
  waiting = [];
  for (const step of steps) step(now);
};

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => waiting.push(step));
  vi.stubGlobal('cancelAnimationFrame', () => {
    waiting = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the view goes the straight way and ends where it should', () => {
  const views: CanvasView[] = [];
  const to = { x: -200, y: 500, zoom: 0.5 };
  glide(from, to, middle, 100, (view) => views.push(view));
  for (let now = 1000; now <= 1120; now += 10) draw(now);
  expect(views[0]?.zoom).toBeCloseTo(from.zoom);
  expect(views.at(-1)).toEqual(to);
  expect(waiting).toEqual([]);
  const zooms = views.map(({ zoom }) => zoom);
  expect(zooms).toEqual(zooms.toSorted((one, other) => other - one));
  const [start, end] = [pointInMiddle(from), pointInMiddle(to)];
  const half = pointInMiddle(views[5] as CanvasView);
  expect(half[0]).toBeCloseTo(((start[0] ?? 0) + (end[0] ?? 0)) / 2);
  expect(half[1]).toBeCloseTo(((start[1] ?? 0) + (end[1] ?? 0)) / 2);
});

test('a movement that was stopped moves nothing more', () => {
  const views: CanvasView[] = [];
  const stop = glide(from, { x: 0, y: 0, zoom: 1 }, middle, 100, (view) => views.push(view));
  draw(1000);
  draw(1050);
  stop();
  draw(1060);
  expect(views.length).toBe(2);
});

test.each([0.5, 1.2, 9, 0.01])('zoom %f keeps the middle in its place, within the limits', (zoom) => {
  const view = zoomAround(from, middle, zoom);
  expect(pointInMiddle(view).map((at) => Math.round(at))).toEqual(pointInMiddle(from).map((at) => Math.round(at)));
  expect(view.zoom).toBe(Math.min(1.5, Math.max(0.3, zoom)));
});
