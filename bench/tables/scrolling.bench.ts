import type { Browser, Page } from '@playwright/test';
import type { BenchPerson, BenchServer } from '../support/bench-server.ts';
import { type Bench, type Measurement, median, percentile, rowsOfBench } from '../support/measure.ts';
import { measureBrowser } from '../support/measure-in.ts';

/**
 * A table that scrolls through all of its leads (BENCH_ROWS, at most 100,000), in a real Chromium on the real program: the time between two pictures
 * while it is scrolled, and how long a jump waits for its rows. Web build and `CHROMIUM_PATH` (or Playwright's browser) are needed.
 */
export const bench: Bench = { run: () => measureBrowser(measure) };

const leads = Math.min(rowsOfBench, 100_000);
const frames = 600;
const jumps = 20;
/** A picture that misses the next one of 60 in a second. */
const frameInMs = 1000 / 60;

async function measure(server: BenchServer, browser: Browser): Promise<Measurement[]> {
  const person = await server.signUp();
  const id = await fillList(server, person);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const token = person.headers.jwt ?? '';
  await context.addCookies([{ name: 'overture_session', value: token, url: server.url, httpOnly: true }]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${server.url}/searches/${id}`);
  await page.locator('[data-row-index="0"]').waitFor();
  await page.getByRole('button', { name: 'Row height' }).click();
  await page.getByRole('menuitem', { name: 'Scroll through all leads' }).click();
  await page.locator('[data-row-index="27"]').waitFor(); // of the second page
  await scroll(page, 60, 40); // loads what scrolling needs
  const still = await scroll(page, frames, 40, true);
  const slow = await scroll(page, frames, 40);
  const fast = await scroll(page, frames, 400);
  const waits: number[] = [];
  for (let turn = 0; turn < jumps; turn += 1) waits.push(await jump(page, ((turn * 7919 + 13) % 1000) / 1000));
  return [
    figure(`${leads} leads scrolled by hand (2,400 px/s)`, slow, still),
    figure('the same, flung (24,000 px/s)', fast, still),
    {
      what: 'a jump to any place, until its rows are shown: median, worst',
      product: `${median(waits).toFixed(0)} ms, ${Math.max(...waits).toFixed(0)} ms`,
    },
  ];
}

/** Beside a still copy of the table: the time that this machine takes to paint so many cells, without a program. */
function figure(what: string, intervals: number[], still: number[]): Measurement {
  const late = intervals.filter((ms) => ms > 1.5 * frameInMs).length / intervals.length;
  const [p95, reference] = [percentile(intervals, 0.95), percentile(still, 0.95)];
  return {
    what: `${what}: time between pictures, p95`,
    product: `${p95.toFixed(1)} ms, ${(100 * late).toFixed(1)} % late, worst ${Math.max(...intervals).toFixed(0)} ms`,
    reference: `a still copy: ${reference.toFixed(1)} ms`,
    ratio: reference / p95,
    goal: '<= 25 ms',
    is_met: p95 <= 1.5 * frameInMs,
  };
}

async function fillList(server: BenchServer, { organization_id }: BenchPerson): Promise<number> {
  const list = await server.owner.query(
    `insert into searches (organization_id, name, total_prospects) values ($1, 'Everybody', $2) returning id`,
    [organization_id, leads],
  );
  const id = Number(list.rows[0].id);
  await server.owner.query(
    `with people as (insert into prospects (organization_id, first_name, last_name, email, job_title, company_name, location, industry,
        company_amount_of_employees, headline)
      select $1::bigint, 'First' || n, 'Last' || n, 'p' || n || '@company.example', 'Title ' || n % 97, 'Company ' || n % 5000,
        'City ' || n % 300, 'Industry ' || n % 40, (n % 900)::text, 'Headline ' || n from generate_series(1, $3) n returning id)
    insert into search_prospects (organization_id, search_id, prospect_id) select $1, $2, id from people`,
    [organization_id, id, leads],
  );
  await server.owner.query('analyze prospects, search_prospects');
  return id;
}

/** Scrolls by so many pixels in each picture; answers the milliseconds between them. Of a still copy only the rows that are there, to and fro. */
function scroll(page: Page, count: number, pixels: number, isStill = false): Promise<number[]> {
  return page.getByRole('grid').evaluate(
    (table, given) =>
      new Promise<number[]>((resolve) => {
        const live = table.parentElement as HTMLElement;
        const frame = given.isStill ? (live.cloneNode(true) as HTMLElement) : live;
        if (given.isStill) live.replaceWith(frame);
        const first = frame.scrollTop;
        const times: number[] = [];
        const step = (now: number) => {
          times.push(now);
          const isBack = given.isStill && Math.floor(times.length / 20) % 2 === 1;
          frame.scrollTop += isBack ? -given.pixels : given.pixels;
          if (times.length <= given.count) return requestAnimationFrame(step);
          if (given.isStill) {
            frame.replaceWith(live);
            // An element that leaves the page forgets how far it was scrolled.
            live.scrollTop = first;
          }
          resolve(times.slice(1).map((time, place) => time - (times[place] ?? time)));
        };
        requestAnimationFrame(step);
      }),
    { count, pixels, isStill },
  );
}

/** Milliseconds from a jump until a row is in the middle of the view. */
function jump(page: Page, share: number): Promise<number> {
  return page.getByRole('grid').evaluate(
    (table, part) =>
      new Promise<number>((resolve) => {
        const frame = table.parentElement as HTMLElement;
        const { left, top, width, height } = frame.getBoundingClientRect();
        const start = performance.now();
        frame.scrollTop = (frame.scrollHeight - frame.clientHeight) * part;
        const look = () => {
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          if (there?.closest('[data-row-index]')) return resolve(performance.now() - start);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    share,
  );
}
