import type { weeklyMailEndpoints } from '@overture/contract/weekly-mail';
import type { RouteTable } from '../../kernel/slice.ts';
import { getWeeklyMail, setWeeklyMail } from './weekly-mails.service.ts';

export const weeklyMailsRoutes: RouteTable<typeof weeklyMailEndpoints> = {
  getWeeklyMail: (ctx) => getWeeklyMail(ctx),
  setWeeklyMail: (ctx, { body }) => setWeeklyMail(ctx, body.is_on),
};
