import { tourEndpoints } from '@overture/contract/tour';
import { researchColumn } from '@overture/domain/leads/lead-columns';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { type Path, pb } from '../../lib/navigation/paths.ts';
import { setTour, type TourProgress } from '../../lib/tour.ts';
import { uiTexts } from '../../ui/ui-texts.ts';
import { closeDialogs, DIALOG, open, shown, waitFor } from './anchors.ts';

interface Tools {
  client: QueryClient;
  go: (to: Path) => void;
}

interface TourStep {
  /** Of its texts. */
  name:
    | 'list'
    | 'open'
    | 'leads'
    | 'research'
    | 'column'
    | 'select'
    | 'campaign'
    | 'editor'
    | 'snippet'
    | 'close'
    | 'inbox';
  /** What is pointed at. */
  anchor: (progress: TourProgress) => string;
  /** Brings the screen there, from wherever it is: forwards, backwards or after a reload. */
  prepare: (tools: Tools, progress: TourProgress) => Promise<void>;
}

/** The built-in research task "Company summary". */
const COMPANY_SUMMARY = 11;
const ROW = '[data-row-index="0"]';
const CARD = '[data-flow-node]';
const PREVIEW = '[data-tour="preview"]';

async function at({ go }: Tools, path: Path): Promise<void> {
  await closeDialogs(uiTexts.close);
  if (window.location.pathname !== path) go(path);
}

async function createList({ client, go }: Tools, progress: TourProgress): Promise<void> {
  const { search_id } = await call(tourEndpoints.createTourList, {});
  if (search_id !== progress.search_id) setTour({ step: progress.step, search_id });
  await client.invalidateQueries();
  await at({ client, go }, pb.searches());
}

const listOf = ({ search_id }: TourProgress): number => {
  if (search_id === undefined) throw new Error('The tour has no list.');
  return search_id;
};
const campaignOf = ({ campaign_id }: TourProgress): Path => pb.campaign(campaign_id as number);
const atList = (tools: Tools, progress: TourProgress) => at(tools, pb.search(listOf(progress)));
/** A step at a list that shows its leads. */
async function onList(endpoint: 'addTourLeads' | 'addTourColumn', tools: Tools, progress: TourProgress): Promise<void> {
  await call(tourEndpoints[endpoint], { body: { search_id: listOf(progress) } });
  await tools.client.invalidateQueries();
  await atList(tools, progress);
}

async function openCampaign(tools: Tools, progress: TourProgress): Promise<void> {
  const { campaign_id } = await call(tourEndpoints.createTourCampaign, { body: { search_id: listOf(progress) } });
  if (campaign_id !== progress.campaign_id) setTour({ ...progress, campaign_id });
  await tools.client.invalidateQueries();
  await at(tools, pb.campaign(campaign_id));
}

async function openEditor(tools: Tools, progress: TourProgress): Promise<void> {
  if (shown(DIALOG) && window.location.pathname === campaignOf(progress)) return;
  await at(tools, campaignOf(progress));
  await open(CARD, DIALOG);
}

/** Selected by hand or by the step before, they stay selected. */
async function selectAll(tools: Tools, progress: TourProgress): Promise<void> {
  await atList(tools, progress);
  await waitFor(ROW);
  if (shown('[data-selection-bar] [role="toolbar"]')) return;
  const boxes = '#content thead input[type="checkbox"], #content li input[type="checkbox"]';
  document.querySelector<HTMLElement>(boxes)?.click();
}

/** The eleven steps in their order. */
export const STEPS: readonly TourStep[] = [
  { name: 'list', anchor: () => `#content ${ROW}`, prepare: createList },
  { name: 'open', anchor: () => '[data-tour="add-leads"]', prepare: atList },
  { name: 'leads', anchor: () => ROW, prepare: (...given) => onList('addTourLeads', ...given) },
  {
    name: 'research',
    anchor: () => DIALOG,
    prepare: async (tools, progress) => {
      if (!shown(DIALOG)) await atList(tools, progress);
      await open('[data-tour="ai-research"]', DIALOG);
    },
  },
  {
    name: 'column',
    anchor: () => `[data-column="${researchColumn(COMPANY_SUMMARY)}"], ${ROW}`,
    prepare: (...given) => onList('addTourColumn', ...given),
  },
  { name: 'select', anchor: () => '[data-selection-bar] [role="toolbar"]', prepare: selectAll },
  { name: 'campaign', anchor: () => CARD, prepare: openCampaign },
  { name: 'editor', anchor: () => DIALOG, prepare: openEditor },
  {
    name: 'snippet',
    anchor: () => PREVIEW,
    prepare: async (tools, progress) => {
      await openEditor(tools, progress);
      await open('[data-tour="open-preview"]', PREVIEW);
    },
  },
  {
    name: 'close',
    anchor: () => '[data-tour="activate"]',
    prepare: (tools, progress) => at(tools, campaignOf(progress)),
  },
  { name: 'inbox', anchor: () => `nav a[href="${pb.inbox()}"]`, prepare: () => closeDialogs(uiTexts.close) },
];
