import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const choice = z.object({
  is_on: z.boolean(),
  /** Its Monday is that of this zone. */
  time_zone: z.string(),
  /** The next Monday 08:00. */
  next_at: z.iso.datetime(),
});

export const weeklyMailEndpoints = {
  getWeeklyMail: endpoint('GET /user/weekly-email/', {
    summary: 'Whether the caller gets the Monday email with the figures of the week',
    shows: ['weekly_mail'],
    ok: choice,
  }),
  setWeeklyMail: endpoint('PUT /user/weekly-email/', {
    summary: 'Choose or stop the Monday email',
    touches: ['weekly_mail'],
    roles: 'own',
    body: z.object({ is_on: z.boolean() }),
    ok: choice,
  }),
};
