import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@overture/contract/endpoint';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { countFilled } from '../../server/src/testing/answer-recorder.ts';

/** The reference has hundreds of examples: each stays small. */
export const MAX_EXAMPLE_BYTES = 2_048;

const MAX_ENTRIES = 12;

/** How much of an answer is kept, richest first: the first one that fits is used. */
const SIZES = [
  { text: 120, depth: 8 },
  { text: 60, depth: 5 },
  { text: 40, depth: 4 },
  { text: 30, depth: 3 },
  { text: 30, depth: 2 },
] as const;

/** Whether a call can give this answer, field by field. */
export function fitsContract({ ok }: Pick<Endpoint, 'ok'>, example: unknown): boolean {
  const parsed = z.safeParse(ok, example);
  return parsed.success && isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), example);
}

/**
 * Smaller forms of an answer without anything of the run that gave it: ids, times, addresses and secrets have stable values. Richest first.
 */
export function listExampleForms(body: unknown): unknown[] {
  const stable = replaceValues(body);
  return SIZES.map(({ text, depth }) => shrink(stable, text, depth)).filter(
    (form) => JSON.stringify(form).length <= MAX_EXAMPLE_BYTES,
  );
}

function shrink(value: unknown, text: number, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, text);
  if (Array.isArray(value)) {
    if (depth <= 0) return [];
    const richest = value.toSorted((one, other) => countFilled(other) - countFilled(one));
    return richest.slice(0, isObject(richest[0]) ? 1 : 2).map((entry) => shrink(entry, text, depth - 1));
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  // An object whose names are data, such as counts by day.
  const kept =
    entries.length > MAX_ENTRIES && entries.every(([name]) => /^\d/.test(name)) ? entries.slice(0, 2) : entries;
  return Object.fromEntries(kept.map(([name, entry]) => [name, shrink(entry, text, depth - 1)]));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const ID_NAME = /(?:^|_)ids?$/;
const SECRET_NAME = /(?:^|_)(?:token|jwt|secret|password|ticket|challenge|codes|cursor)$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const HOUR = 3_600_000;
const FIRST_TIME = Date.UTC(2026, 0, 15, 9);

/** Values of an answer and what replaces them, in their order: later stays later. */
interface Replacements {
  ids: Map<string, string>;
  times: Map<string, string>;
  days: Map<string, string>;
}

function replaceValues(body: unknown): unknown {
  const found = { ids: new Set<string>(), times: new Set<string>(), days: new Set<string>() };
  visit(body, '', (value, name) => {
    if (ID_NAME.test(name) && isId(value)) found.ids.add(String(value));
    if (typeof value === 'string' && TIME.test(value)) found.times.add(value);
    if (typeof value === 'string' && DAY.test(value)) found.days.add(value);
  });
  const times = [...found.times].sort((one, other) => Date.parse(one) - Date.parse(other));
  const replacements: Replacements = {
    ids: new Map([...found.ids].map((id, place) => [id, String(place + 1)])),
    times: new Map(times.map((time, place) => [time, new Date(FIRST_TIME + place * HOUR).toISOString()])),
    days: new Map(
      [...found.days]
        .sort()
        .map((day, place) => [day, new Date(FIRST_TIME + place * 24 * HOUR).toISOString().slice(0, 10)]),
    ),
  };
  return replaceIn(body, '', replacements);
}

function visit(value: unknown, name: string, see: (value: unknown, name: string) => void): void {
  if (Array.isArray(value)) for (const entry of value) visit(entry, name, see);
  else if (isObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      see(key, '');
      visit(entry, key, see);
    }
  } else see(value, name);
}

function replaceIn(value: unknown, name: string, replacements: Replacements): unknown {
  const { ids, times, days } = replacements;
  if (Array.isArray(value)) return value.map((entry) => replaceIn(entry, name, replacements));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        replaceText(days.get(key) ?? key, ''),
        replaceIn(entry, key, replacements),
      ]),
    );
  const id = ID_NAME.test(name) ? ids.get(String(value)) : undefined;
  if (id !== undefined) return typeof value === 'number' ? Number(id) : id;
  if (typeof value !== 'string') return value;
  return times.get(value) ?? days.get(value) ?? replaceText(value, name);
}

const isId = (value: unknown): boolean => /^[1-9]\d{0,15}$/.test(String(value));

/** What texts hold of the run, the machine and its people. */
const TEXTS: readonly [RegExp, string][] = [
  [/ovt_(live|test)_\w+/g, 'ovt_$1_example'],
  [/whsec_[\w+/=]+/g, 'whsec_ZXhhbXBsZQ=='],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000001'],
  [/https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?/g, 'https://app.example.com'],
  [/(?:127\.0\.0\.1|localhost)(?::\d+)?/g, '203.0.113.7'],
  // The reference is shown under the brand of an agency as well.
  [/overture/gi, 'Example'],
  [/canary\w*/gi, 'Example'],
  [/\bperson\d+@company\d+\.example/g, 'ada@company.example'],
  [/\bcompany\d+\.example/g, 'company.example'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-15T09:00:00.000Z'],
];

/** Random texts of our own making are longer than any word. */
const RANDOM = /[\w-]{24,}={0,2}/g;

function replaceText(text: string, name: string): string {
  if (SECRET_NAME.test(name) && text.length >= 10) return 'example';
  const replaced = TEXTS.reduce((done, [pattern, stable]) => done.replaceAll(pattern, stable), text);
  return replaced.replaceAll(RANDOM, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? 'example' : run));
}
