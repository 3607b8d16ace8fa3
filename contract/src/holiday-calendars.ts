import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const holidayCalendarSchema = z.object({
  /** ISO 3166 code of a country ('DE') or of a region ('DE-BY'). */
  id: z.string(),
  country: z.string(),
  /** Null for the country as a whole: its own days and those of most regions. */
  region: z.string().nullable(),
});
export type HolidayCalendar = z.output<typeof holidayCalendarSchema>;

export const holidayCalendarEndpoints = {
  listHolidayCalendars: endpoint('GET /holiday-calendars/', {
    summary:
      'Calendars of public holidays that a campaign of a time zone can keep, and the one it keeps unless another is chosen',
    query: z.object({ timezone: z.string().max(64) }),
    ok: z.object({
      calendars: z.array(holidayCalendarSchema).max(LIST_LIMITS.fixed),
      /** Id of one of these; null where no calendar of the zone's country is known: then there are no holidays. */
      usual: z.string().nullable(),
    }),
  }),
};
