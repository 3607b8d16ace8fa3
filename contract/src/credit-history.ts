import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { CREDIT_USES } from '@overture/domain/money/credits';
import { z } from 'zod';
import { actingKey } from './acting-key.ts';
import { cursorQuery, endpoint, idSchema, nextCursor, pageQuery } from './endpoint.ts';

const CREDIT_KINDS = [...CREDIT_USES, 'grant'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

const named = z.object({ id: z.number().int(), name: z.string() });

const creditEntrySchema = z.object({
  /** Unlike in every entry of the history. */
  id: z.string(),
  created_at: z.iso.datetime(),
  kind: z.enum(CREDIT_KINDS),
  /** The research tasks, or where credits came from. */
  what: z.string(),
  /** The user who started it; null for campaigns. */
  user: named.nullable(),
  /** The API key by which a program started it. */
  api_key: actingKey.nullable(),
  list: named.nullable(),
  campaign: named.nullable(),
  /** Of a history that is filtered by lead or provider: the lead it was spent on, and the source that found what was paid for. */
  lead: named.nullable(),
  provider: z.string().nullable(),
  /** Added, or used up (negative); what found nothing cost nothing. */
  credits: z.number().int(),
  /** Set aside for work that has not ended. */
  reserved: z.number().int(),
  /** What was left with this entry and all before it. Null in a filtered history, and where credits are unlimited. */
  balance: z.number().int().nullable(),
});
export type CreditEntry = z.output<typeof creditEntrySchema>;

const usedByKind = Object.fromEntries(CREDIT_USES.map((kind) => [kind, z.number().int()])) as Record<
  (typeof CREDIT_USES)[number],
  z.ZodNumber
>;
const monthSchema = z.object({
  /** `2026-11`, in UTC. */
  month: z.string(),
  ...usedByKind,
});
export type CreditMonth = z.output<typeof monthSchema>;

const daySchema = z.object({ day: z.iso.date(), ...usedByKind });
export type CreditDay = z.output<typeof daySchema>;

const paceSchema = z.object({
  /** Used up within the last seven days. */
  used_in_week: z.number().int(),
  /** Whole days that the credits last at this pace; null while none are used. */
  days_left: z.number().int().nullable(),
  /** Of what was there after credits were last added, in percent; null if they never were. */
  share_left: z.number().int().nullable(),
  /** At most 20 % left, or at most four days at this pace. Never where credits are unlimited. */
  is_low: z.boolean(),
});

const PROVIDER_MAX = 100;

/** By lead or provider, each lead's part of the work is an entry of its own. */
const filter = {
  kind: z.enum(CREDIT_KINDS).optional(),
  prospect_id: idSchema.optional(),
  provider: z.string().min(1).max(PROVIDER_MAX).optional(),
};
export type CreditFilter = z.output<z.ZodObject<typeof filter>>;

/** Where credits came from and what they were used for. */
export const creditHistoryEndpoints = {
  getCreditBalance: endpoint('GET /organization/credits/balance/', {
    summary: 'Credits the organization has left, how fast it uses them, and whether they run low',
    shows: ['credits'],
    roles: RIGHTS.billing,
    ok: z.object({ credits: z.number().int(), pace: paceSchema }),
  }),
  listCredits: endpoint('GET /organization/credits/', {
    summary: 'What credits were used for and where they came from, newest first, 25 a page',
    shows: ['credits'],
    roles: RIGHTS.billing,
    query: z.object({ page: pageQuery, ...cursorQuery, ...filter }),
    errors: ['cursor_invalid'],
    ok: z.object({
      entries: z.array(creditEntrySchema),
      total_entries: z.number().int(),
      /** Sources that found something which was paid for, to filter by. */
      providers: z.array(z.string()).max(LIST_LIMITS.credit_providers),
      ...nextCursor,
    }),
  }),
  listCreditMonths: endpoint('GET /organization/credits/months/', {
    summary: 'Credits used in each of the last twelve months, by purpose',
    shows: ['credits'],
    roles: RIGHTS.billing,
    ok: z.object({ months: z.array(monthSchema).max(LIST_LIMITS.fixed) }),
  }),
  listCreditDays: endpoint('GET /organization/credits/days/', {
    summary: 'Credits used on each of the last 30 days, by purpose',
    shows: ['credits'],
    roles: RIGHTS.billing,
    ok: z.object({
      /** Days are those of this zone. */
      time_zone: z.string(),
      days: z.array(daySchema).max(LIST_LIMITS.fixed),
    }),
  }),
  downloadCredits: endpoint('GET /organization/credits/csv/', {
    recorded: { event: 'export_made' },
    summary: 'The history as a CSV file, newest first, at most a million lines',
    roles: RIGHTS.billing,
    query: z.object(filter),
    ok: z.unknown(),
  }),
};
