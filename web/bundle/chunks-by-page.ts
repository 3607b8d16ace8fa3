import { build, type InlineConfig, type Rolldown } from 'vite';

/** The parts that each page needs to render, in the order a file of shared modules is named by. */
const PAGES: Record<string, string[]> = {
  base: ['main.tsx'],
  entry: ['features/auth/auth-layout.tsx', 'features/auth/sign-in/login-form.tsx'],
  shell: ['app/shell/shell.tsx'],
  watch: [
    'features/chats/changes/inbox-notices.tsx',
    'features/research-tasks/runs/research-watcher.tsx',
    'features/guard/guard-watcher.tsx',
    'features/csv-import/progress/import-watcher.tsx',
    'features/integrations/push-watcher.tsx',
  ],
  dashboard: ['screens/dashboard.tsx'],
  lists: ['screens/searches.tsx'],
  list: ['screens/search.tsx'],
  inbox: ['screens/inbox.tsx'],
  campaigns: ['screens/campaigns.tsx'],
  campaign: ['screens/campaign.tsx'],
  canvas: ['features/flow-canvas/canvas/flow-canvas.tsx', 'features/flow-canvas/steps/message-line.tsx'],
  live: ['features/revisions/live-steps.tsx'],
  senders: ['screens/senders.tsx'],
  activity: ['features/activity/activity-page.tsx'],
};
const FRAME = ['base', 'entry', 'shell', 'watch'];
/** Parts of the campaign's page that come after it: they make nothing common to all pages. */
const AFTER = ['canvas', 'live'];
/** One screen in three steps: what two of them share with each other, or one with the table of campaigns, is one file. */
const CAMPAIGN = ['campaign', ...AFTER];
/** Every part that is loaded when it is opened, as if it were one page. */
const LATER = 'later';

/**
 * By default the build makes a file for every set of the ninety parts that are loaded separately: a hundred requests for one page.
 * Here the pages alone decide: what the same pages need is one file. Which modules a page needs is known only when unused exports
 * are gone, so a first build, written nowhere, finds that out.
 */
export async function chunksByPage(config: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const first = {
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, rolldownOptions: { experimental: { chunkOptimization: false } } },
  } as const;
  const { output } = (await build(first)) as Rolldown.RolldownOutput;
  const chunks = output.filter((part) => part.type === 'chunk');
  const named = Object.values(PAGES).flat();
  const later = chunks.map(partOf).filter((part) => part !== undefined && !named.includes(part));
  const pagesOf = new Map<string, Set<string>>();
  for (const [page, parts] of [...Object.entries(PAGES), [LATER, later] as const])
    for (const chunk of neededChunks(chunks, parts))
      for (const id of chunk.moduleIds) pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page));
  const fileOf = new Map([...pagesOf].map(([id, pages]) => [id, fileFor(joinPages(pages), id)]));
  return [...new Set(fileOf.values())].flatMap((file) =>
    // What is only opened later is cut as finely as the build likes.
    file.name === LATER ? [] : [{ ...file, test: (id: string) => fileOf.get(id)?.name === file.name }],
  );
}

/** What more pages need comes with more pages still: a module's users are joined no further than the module, so no circle arises. */
function joinPages(pages: ReadonlySet<string>): string[] {
  const steps = CAMPAIGN.filter((page) => pages.has(page));
  const isJoined = steps.length > 1 || (steps.length === 1 && pages.has('campaigns'));
  const screens = [...pages].filter((page) => !FRAME.includes(page) && page !== LATER);
  const joined = new Set([...pages, ...(isJoined ? CAMPAIGN : []), ...(screens.length > 1 ? [LATER] : [])]);
  return [...Object.keys(PAGES), LATER].filter((page) => joined.has(page));
}

/**
 * Small files are joined where hardly a page gets more than it needs. The priority keeps the files free of circles: a module is needed
 * wherever its users are, so no file asks for one with a lower priority.
 */
function fileFor(pages: string[], id: string): { name: string; priority: number } {
  const screens = pages.filter((page) => !FRAME.includes(page) && page !== LATER);
  const whole = screens.filter((page) => !AFTER.includes(page));
  const has = (page: string): boolean => pages.includes(page);
  // The names of many small files would weigh more in the first one than the files themselves.
  if (pages.length === 1 && has(LATER)) return { name: laterFile(id), priority: 0 };
  if (has('base')) return { name: 'base', priority: 50 };
  if (has('entry') && (has('shell') || has('dashboard') || whole.length >= 4)) return { name: 'frame', priority: 40 };
  if (has('shell') || (has('dashboard') && screens.length > 1)) return { name: 'shell', priority: 30 };
  if (whole.length >= 4 && (has('campaign') || has('inbox'))) return { name: 'common', priority: 20 };
  // What else these pages share is small, and asked for by parts without a table.
  if (whole.length >= 4) return isOfTables(id) ? { name: 'tables', priority: 15 } : { name: 'common', priority: 20 };
  // Rules are asked for by more than the page that has most of them: its texts and cells would come along.
  if (whole.length === 1 && screens.length === 1 && has(LATER) && id.includes('/domain/src/'))
    return { name: `${whole[0]}.rules`, priority: 10 };
  return { name: pages.join('.'), priority: pages.length };
}

const isOfTables = (id: string): boolean => id.includes('/ui/table/') || id.includes('/node_modules/');

const laterFile = (id: string): string => (id.includes('/@tabler/') ? 'icons' : LATER);

const partOf = ({ facadeModuleId, isEntry }: Rolldown.OutputChunk): string | undefined =>
  isEntry ? 'main.tsx' : facadeModuleId?.split('/web/src/')[1];

function neededChunks(
  chunks: Rolldown.OutputChunk[],
  parts: readonly (string | undefined)[],
): Set<Rolldown.OutputChunk> {
  const needed = new Set<Rolldown.OutputChunk>();
  const waiting = chunks.filter((chunk) => parts.includes(partOf(chunk)));
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (needed.has(chunk)) continue;
    needed.add(chunk);
    const { imports } = chunk;
    waiting.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
  }
  return needed;
}
