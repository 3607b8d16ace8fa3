/** Share of the gap that is added at random, because evenly spaced mails look automated. Never subtracted. */
const JITTER_SHARE = 0.5;

/** Milliseconds between two mails of one sender: at least the gap, up to half as much again. `random` is in [0, 1). */
export function jitteredGapInMs(gapInSeconds: number, random: number): number {
  return Math.round(Math.max(0, gapInSeconds) * 1000 * (1 + clampUnit(random) * JITTER_SHARE));
}

/** Milliseconds between two actions of one LinkedIn sender: at least the gap, up to three times as much. `random` is in [0, 1). */
export function linkedinGapInMs(gapInSeconds: number, random: number): number {
  return Math.round(Math.max(0, gapInSeconds) * 1000 * (1 + clampUnit(random) * 2));
}

/**
 * Milliseconds between actions when a budget is to last until the window closes, never closer than the gap. With less time than the gap
 * needs the gap wins and part of the budget stays unused.
 */
export function evenSpacingInMs(remainingWindowInMs: number, remainingBudget: number, gapInSeconds: number): number {
  const gap = Math.max(0, gapInSeconds) * 1000;
  if (remainingBudget <= 1 || remainingWindowInMs <= 0) return gap;
  return Math.max(gap, Math.floor(remainingWindowInMs / remainingBudget));
}

function clampUnit(random: number): number {
  return Math.min(1, Math.max(0, random));
}
