import { expect } from '@playwright/test';
import { register } from '../../../e2e/support/by-hand.ts';
import { ADMIN_EMAIL } from '../../../e2e/support/installation.ts';
import { newPerson, signUp } from '../../../e2e/support/person.ts';
import { introduce } from '../walk/new-user.ts';
import { test as base } from '../walk/walker.ts';
import { downloadArchive, moveInArchive, resumeCampaign } from './archive-steps.ts';
import { eraseByLink, expectNowhere, expectStaysErased, findLinkedLead, releaseHold } from './erasure-steps.ts';
import { openPage, openSecond, runDays, silence, travel } from './installations.ts';
import { activateCampaign, EMAILS_A_DAY, expectSent, moveInInstantly } from './move-in-steps.ts';
import { expectedSteps, findFaults, listOutreach, toSteps } from './moved-people.ts';
import type { Show } from './show.ts';

const DAY = 86_400;
/** Each screen is judged in both schemes. `IN_AND_OUT_PICTURES` names a folder for pictures of it. */
const test = base.extend<{ show: Show }>({
  show: async ({ page: main, walker }, use, { project }) => {
    const folder = process.env.IN_AND_OUT_PICTURES;
    const width = project.name.split(' ')[0];
    let number = 0;
    await use(async (name, { on = main, ...options } = {}) => {
      // A notice lies over the corner of a dialog for two seconds.
      if (options.dialog) await expect(on.locator('.mantine-Notification-root')).toHaveCount(0);
      number += 1;
      for (const colorScheme of ['dark', 'light'] as const) {
        await on.emulateMedia({ colorScheme });
        await walker.look(name, { ...options, on });
        const file = `${String(number).padStart(2, '0')}-${name.replaceAll(' ', '-')}-${width}-${colorScheme}.png`;
        if (folder) await on.screenshot({ path: `${folder}/${file}` });
      }
    });
  },
});

test('in and out as a new user', async ({ page, show, walker, browser }) => {
  const second = await openSecond();
  // The mail server beside the first installation knows the emails of the walk before.
  const earlier = (await listOutreach(page.request)).length;
  const listFirst = async () => (await listOutreach(page.request)).slice(earlier);
  // Some days after the sign-in, an archive asks for the password first.
  walker.expectError(/403 \(Forbidden\) \S+\/organization\/archives\/$/);
  // The line about the hold goes once the server has released it.
  walker.expectError(/^layout shift of \S+: \/dashboard <main /);
  // The notice of an erased person is that of an unknown one.
  walker.expectError(/404 \(Not Found\) \S+\/p\/[\w.-]+$/);
  try {
    const sender = await test.step('moves in', async () => {
      const person = newPerson();
      await page.goto('/register');
      await register(page, person);
      await introduce(page, (name, options) => show(name, options));
      await silence(page.request);
      await moveInInstantly(page, show);
      await activateCampaign(page, show, person.email);
      return person;
    });
    // Two days of three: some people are not written to yet, and all have steps left.
    await expectSent(listFirst, EMAILS_A_DAY);
    await travel(page.request, DAY);
    await expectSent(listFirst, 2 * EMAILS_A_DAY);
    await downloadArchive(page, show, { file: second.archive, password: sender.password });
    const before = await listFirst();
    expect(findFaults(before)).toEqual([]);

    const url = await second.start();
    const moved = await openPage(browser, page, url);
    await walker.watch(moved, url);
    const operator = await signUp(await openPage(browser, page, url), {
      ...newPerson('Olga Operator'),
      email: ADMIN_EMAIL,
    });
    const owner = newPerson();
    await moved.goto('/register');
    await register(moved, owner);
    await introduce(moved, async () => undefined);
    await silence(moved.request);
    await moveInArchive(moved, show, second.archive);
    await travel(moved.request, 3 * DAY);
    // Several ticks of its planner and dispatcher.
    await moved.waitForTimeout(5000);
    const listMoved = async () => [...(await listFirst()), ...(await listOutreach(moved.request))];
    expect(await listMoved()).toEqual(before);
    await resumeCampaign(moved, show);
    const linked = await findLinkedLead(moved, { url, list: listMoved });
    await second.backUp();
    await eraseByLink(moved, show, { linked, browser, watch: walker.watch });
    await expectNowhere(moved, linked.email);
    const moved_mails = await listOutreach(moved.request);
    await moved.context().close();

    const restored_url = await second.restart();
    const hold = await openPage(browser, page, restored_url);
    await walker.watch(hold, restored_url);
    // The stand-in knows the mails of the backup again.
    const known = (await listOutreach(hold.request)).length;
    await silence(hold.request);
    await releaseHold(hold, show, operator);
    const restored = await openPage(browser, page, restored_url);
    await walker.watch(restored, restored_url);
    await expectStaysErased(restored, show, { owner, linked });
    const listAll = async () => {
      const sent = (await listOutreach(restored.request)).slice(known);
      return [...(await listFirst()), ...moved_mails, ...sent];
    };
    const rest = [...expectedSteps].filter(([email]) => email !== linked.email);
    await runDays(restored.request, async () => {
      const steps = toSteps(await listAll());
      steps.delete(linked.email);
      expect(Object.fromEntries(steps)).toEqual(Object.fromEntries(rest));
    });
    const all = await listAll();
    expect(findFaults(all)).toEqual([]);
    expect(all.filter(({ to }) => to === linked.email)).toHaveLength(linked.mails);
    await restored.context().close();
  } finally {
    await second.close();
  }
});
