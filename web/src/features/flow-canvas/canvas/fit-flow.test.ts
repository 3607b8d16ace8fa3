import { describe, expect, test } from 'vitest';
import { fitFlow, TOP_MARGIN } from './fit-flow.ts';

const canvas = { width: 1000, height: 800 };

describe('zoom to fit', () => {
  test('a small flow is centered at its usual size', () => {
    const { zoom, x, y } = fitFlow({ x: -100, y: 0, width: 200, height: 300 }, canvas);
    expect([zoom, x]).toEqual([0.9, 500]);
    expect(y).toBeCloseTo((800 - 300 * 0.9) / 2);
  });

  test('a larger one is shown smaller, whole', () => {
    const { zoom, y } = fitFlow({ x: -100, y: 0, width: 200, height: 1400 }, canvas);
    expect(zoom).toBeLessThan(0.9);
    expect(y).toBeGreaterThan(0);
    expect(y + 1400 * zoom).toBeLessThan(canvas.height);
  });

  test('one that is too tall or too wide begins at its start', () => {
    expect(fitFlow({ x: -100, y: 0, width: 200, height: 9000 }, canvas)).toMatchObject({ zoom: 0.3, y: TOP_MARGIN });
    expect(fitFlow({ x: -5000, y: 0, width: 6000, height: 300 }, canvas)).toMatchObject({ zoom: 0.3, x: 500 });
  });
});
