import { z } from 'zod';
import type { PublishedCall } from '../../published-calls.ts';

/** A question of Brave: 400 characters and 50 words at most (api-dashboard.search.brave.com, query parameters, read 2026-11-28). */
const braveQuestion = z
  .string()
  .min(1)
  .max(400)
  .refine((q) => q.trim().split(/\s+/).length <= 50, { error: 'q has more than 50 words.' });
const text = z.string().optional();
const flag = z.enum(['true', 'false', '1', '0']).optional();
const braveQuery = (most: number) => ({
  q: braveQuestion,
  country: text,
  search_lang: text,
  ui_lang: text,
  count: z.coerce.number().int().min(1).max(most).optional(),
  offset: z.coerce.number().int().min(0).max(9).optional(),
  safesearch: z.enum(['off', 'moderate', 'strict']).optional(),
  freshness: z
    .string()
    .regex(/^(?:p[dwmy]|\d{4}-\d\d-\d\dto\d{4}-\d\d-\d\d)$/)
    .optional(),
  spellcheck: flag,
  extra_snippets: flag,
  goggles: text,
});

export const BRAVE_CALLS: readonly PublishedCall[] = [
  {
    method: 'GET',
    path: '/web/search',
    query: z.strictObject({
      ...braveQuery(20),
      text_decorations: flag,
      result_filter: text,
      units: z.enum(['metric', 'imperial']).optional(),
      summary: flag,
    }),
  },
  { method: 'GET', path: '/news/search', query: z.strictObject(braveQuery(50)) },
];

/** Serper's two calls that Overture makes, from the vendor's playground (serper.dev/playground), as compared in November 2026. */
const serperBody = z.strictObject({
  q: z.string().min(1).max(2048),
  gl: text,
  hl: text,
  location: text,
  num: z.number().int().min(1).max(100).optional(),
  page: z.number().int().min(1).optional(),
  autocorrect: z.boolean().optional(),
  tbs: text,
});

export const SERPER_CALLS: readonly PublishedCall[] = [
  { method: 'POST', path: '/search', body: serperBody },
  { method: 'POST', path: '/news', body: serperBody },
];
