import { z } from 'zod';
import { zoneQuery } from './organization-settings.ts';

/** The days that figures count, both included. */
export const figureDays = {
  start_date: z.iso.date().optional(),
  end_date: z.iso.date().optional(),
  /** Days are those of this zone, like `Europe/Berlin`; of UTC when it is left out. */
  time_zone: zoneQuery,
};
