import type { Browser, CDPSession, Page } from '@playwright/test';
import { evenRanks } from '../domain/src/kanban/ranks.ts';
import { fillInbox } from './data/inbox-data.ts';
import type { BenchPerson, BenchServer } from './support/bench-server.ts';
import { type Bench, type Measurement, median, percentile, time } from './support/measure.ts';
import { measureBrowser } from './support/measure-in.ts';

const cards = Number(process.env.BENCH_CARDS ?? 5_000);
const columns = 6;
/** Of 60 frames a second. */
const frameInMs = 1000 / 60;
const steps = 120;
const readings = 40;

/**
 * A board with five thousand cards, most of them in one column, in a real Chromium on the real program: what a step of scrolling and a
 * step of dragging take of the page's processor time, which is what a frame has to hold; and how long the calls behind them take.
 */
export const bench: Bench = {
  run: () => measureBrowser(measure),
};

async function measure(server: BenchServer, browser: Browser): Promise<Measurement[]> {
  const person = await server.signUp();
  await fillInbox(server.owner, person.organization_id, cards * 10);
  const board = await fillBoard(server, person);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: 'overture_session', value: person.headers.jwt ?? '', url: server.url, httpOnly: true },
  ]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const opened = await time(async () => {
    await page.goto(`${server.url}/inbox?tab=boards&board=${board.id}`);
    await page.locator('[data-card]').first().waitFor();
  });
  const cdp = await context.newCDPSession(page);
  // Of the thread's own time: what else runs on the machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return [
    ...(await measureCalls(person, board)),
    {
      what: `a board of ${cards} cards opens from nothing, programs loaded`,
      product: `${(opened * 1000).toFixed(0)} ms`,
    },
    await measureScrolling(page, cdp, board.columns[0]!),
    await measureScrollingBack(page, cdp, board.columns[0]!),
    await measureDragging(page, cdp, board.columns),
  ];
}

interface FilledBoard {
  id: number;
  columns: number[];
}

/** Four fifths of the cards in the first column. */
async function fillBoard({ owner }: BenchServer, person: BenchPerson): Promise<FilledBoard> {
  const names = Array.from({ length: columns }, (_, n) => `Column ${n + 1}`);
  const made = await person.call('POST', '/kanban-boards/', { name: 'Everybody', columns: names });
  const { board } = (await made.json()) as { board: { id: number; columns: { id: number }[] } };
  const ids = board.columns.map(({ id }) => id);
  const people = await owner.query('select id from prospects where organization_id = $1 order by id limit $2', [
    person.organization_id,
    cards,
  ]);
  const ranks = evenRanks(cards);
  const rows = people.rows.map(({ id }, n) => ({
    id,
    column: ids[n % 5 === 0 ? 1 + (n % (columns - 1)) : 0],
    rank: ranks[n],
  }));
  await owner.query(
    `insert into kanban_cards (organization_id, board_id, column_id, prospect_id, rank)
     select $1, $2, g."column", g.id, g.rank from jsonb_to_recordset($3::jsonb) as g (id bigint, "column" bigint, rank text)`,
    [person.organization_id, board.id, JSON.stringify(rows)],
  );
  await owner.query('vacuum (analyze) kanban_cards');
  return { id: board.id, columns: ids };
}

async function measureCalls(person: BenchPerson, board: FilledBoard): Promise<Measurement[]> {
  const read = async <Answer>(path: string): Promise<Answer> => {
    const answer = await person.call('GET', path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as Answer;
  };
  const [whole, searched, pages, moves]: number[][] = [[], [], [], []];
  let after = '';
  for (let n = 0; n < readings; n += 1) {
    whole!.push(await time(() => read(`/kanban-boards/${board.id}/`)));
    searched!.push(await time(() => read(`/kanban-boards/${board.id}/?search=surname${n * 7}`)));
    const path = `/kanban-boards/${board.id}/columns/${board.columns[0]}/cards/${after && `?after=${encodeURIComponent(after)}`}`;
    let page: { cards: { id: number }[]; next: string | null } | undefined;
    pages!.push(await time(async () => (page = await read(path))));
    after = page?.next ?? '';
    const card = page!.cards[0]!.id;
    const body = { column_id: board.columns[0], position: n * 50 };
    moves!.push(await time(() => person.call('POST', `/kanban-boards/${board.id}/cards/${card}/move/`, body)));
  }
  const row = (what: string, seconds: number[]): Measurement => {
    const p95 = percentile(seconds, 0.95);
    return {
      what: `${what}, ${cards} cards: p95`,
      product: `${(p95 * 1000).toFixed(0)} ms`,
      reference: `${(median(seconds) * 1000).toFixed(0)} ms (median)`,
      goal: '< 80 ms',
      is_met: p95 < 0.08,
    };
  };
  return [
    row('board with the first page of each column', whole!),
    row('board searched by name', searched!),
    row('next page of a column', pages!),
    row('move within the long column', moves!),
  ];
}

interface Step {
  /** Milliseconds of the page's main thread. */
  busy: number;
}

/** Repeats an action and reports the page's cost each time, with the frames it drew. */
async function watchSteps(
  page: Page,
  cdp: CDPSession,
  amount: number,
  act: (step: number) => Promise<void>,
): Promise<Step[]> {
  const busyUntilNow = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const seen: Step[] = [];
  let before = await busyUntilNow();
  for (let step = 0; step < amount; step += 1) {
    await act(step);
    // Two frames: what the step asked for has been drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const now = await busyUntilNow();
    seen.push({ busy: now - before });
    before = now;
  }
  return seen;
}

function present(what: string, seen: readonly Step[], nodes: number): Measurement {
  const busy = seen.map((step) => step.busy);
  const middle = median(busy);
  return {
    what: `${what}, ${cards} cards: CPU a step`,
    product: `median ${middle.toFixed(1)} ms, p95 ${percentile(busy, 0.95).toFixed(1)} ms (${nodes} nodes)`,
    goal: `median < ${frameInMs.toFixed(1)} ms`,
    is_met: middle < frameInMs,
  };
}

const countNodes = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);

async function measureScrolling(page: Page, cdp: CDPSession, column: number): Promise<Measurement> {
  const box = await page.locator(`[data-column-list="${column}"]`).boundingBox();
  await page.mouse.move(box!.x + 100, box!.y + 300);
  const seen = await watchSteps(page, cdp, steps, () => page.mouse.wheel(0, 120));
  return present('scrolling a column down while its pages come', seen, await countNodes(page));
}

/** What was loaded is drawn again from the bottom up, a screen at a time. */
async function measureScrollingBack(page: Page, cdp: CDPSession, column: number): Promise<Measurement> {
  const list = page.locator(`[data-column-list="${column}"]`);
  const seen = await watchSteps(page, cdp, 40, () => list.evaluate((element) => element.scrollBy(0, -360)));
  return present('scrolling back up, three times as quick', seen, await countNodes(page));
}

async function measureDragging(page: Page, cdp: CDPSession, ids: readonly number[]): Promise<Measurement> {
  const from = await page.locator(`[data-column-list="${ids[0]}"] [data-card]`).nth(4).boundingBox();
  await page.mouse.move(from!.x + 60, from!.y + 40);
  await page.mouse.down();
  const seen = await watchSteps(page, cdp, steps, (step) =>
    page.mouse.move(from!.x + 60 + step * 6, from!.y + 40 + Math.sin(step / 6) * 160),
  );
  const nodes = await countNodes(page);
  await page.mouse.up();
  return present('dragging a card across the columns', seen, nodes);
}
