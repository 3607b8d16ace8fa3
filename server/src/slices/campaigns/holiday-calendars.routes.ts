import type { holidayCalendarEndpoints } from '@overture/contract/holiday-calendars';
import { calendarOf, listCalendars } from '@overture/domain/sending/holidays';
import type { RouteTable } from '../../kernel/slice.ts';

export const holidayCalendarRoutes: RouteTable<typeof holidayCalendarEndpoints> = {
  listHolidayCalendars: async (_ctx, { query }) => ({
    calendars: listCalendars(query.timezone),
    usual: calendarOf(query.timezone, null),
  }),
};
