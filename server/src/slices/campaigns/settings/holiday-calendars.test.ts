import { api } from '@overture/contract';
import { computeCalendar } from '@overture/domain/sending/campaign-calendar';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';

const server = useTestServer();

test('a campaign rests on the holidays of its zone, or of the region that was chosen', async () => {
  const person = await server.signUp();
  const { id } = (await person.call(api.createCampaign, { body: {} })).data.campaign;
  const change = (body: object) => person.call(api.updateCampaign, { params: { id }, body });
  const calendarsOf = async (timezone: string) =>
    (await person.call(api.listHolidayCalendars, { query: { timezone } })).data;
  const opensAfter = async (day: string) => {
    const { data } = await person.call(api.getCampaign, { params: { id } });
    return computeCalendar(data.campaign, new Date(`${day}T20:00:00Z`))
      .opens_at.toISOString()
      .slice(0, 10);
  };
  await change({ timezone: 'Europe/London', skips_holidays: true });
  expect((await calendarsOf('Europe/London')).usual).toBe('GB-ENG');
  // Monday 31 August 2026 is the summer bank holiday of England, Monday 30 November the day of Scotland's saint.
  expect(await opensAfter('2026-08-28')).toBe('2026-09-01');
  expect(await opensAfter('2026-11-27')).toBe('2026-11-30');
  const chosen = await change({ holiday_calendar: 'GB-SCT' });
  expect(chosen.data.campaign.holiday_calendar).toBe('GB-SCT');
  expect(await opensAfter('2026-08-28')).toBe('2026-08-31');
  expect(await opensAfter('2026-11-27')).toBe('2026-12-01');
  const copy = (await person.call(api.createCampaign, { body: {} })).data.campaign;
  expect([copy.skips_holidays, copy.holiday_calendar]).toEqual([true, 'GB-SCT']);
  expect((await change({ holiday_calendar: '' })).data.campaign.holiday_calendar).toBeNull();
  const wrong = await change({ holiday_calendar: 'GB-XX' });
  expect([wrong.status, wrong.error.error]).toEqual([400, 'Please choose public holidays from the list.']);
});

test('the calendars of a zone have their regions; a zone without a country has none', async () => {
  const person = await server.signUp();
  const ask = async (timezone: string) => (await person.call(api.listHolidayCalendars, { query: { timezone } })).data;
  const { calendars, usual } = await ask('Europe/Berlin');
  expect([usual, calendars.length]).toEqual(['DE', 17]);
  expect(calendars).toContainEqual({ id: 'DE-BY', country: 'DE', region: 'Bavaria' });
  expect(await ask('UTC')).toEqual({ calendars: [], usual: null });
  expect(await ask('Nowhere/At_All')).toEqual({ calendars: [], usual: null });
});
