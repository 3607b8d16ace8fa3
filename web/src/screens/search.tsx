import type { EndpointOutput } from '@overture/contract/endpoint';
import { searchesEndpoints } from '@overture/contract/searches';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback, useState } from 'react';
import { useRunningImports } from '../features/csv-import/index.ts';
import { LeadsTable, type SelectedLeads } from '../features/prospect-table/index.ts';
import type { ResearchView } from '../features/research-tasks/index.ts';
import { AddLeadsButtons, ListHeader, ListsOff, MissingList, searchesTexts as t } from '../features/searches/index.ts';
import { ApiError, queryOptions } from '../lib/api/api-client.ts';
import { useUser } from '../lib/api/session.ts';
import { useGo } from '../lib/navigation/navigation.tsx';
import { usePageTitle } from '../lib/navigation/page-title.ts';
import { pb } from '../lib/navigation/paths.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { untilLoaded } from '../ui/until-loaded.ts';

const route = getRouteApi('/private/searches/$searchId');

const ImportLeadsDialog = lazyPart(() =>
  import('../features/import-leads/index.ts').then((file) => ({ default: file.ImportLeadsDialog })),
);
const ImportBanner = lazyPart(() =>
  untilLoaded(() => import('../features/csv-import/progress/import-banner.tsx')).then((file) => ({
    default: file.ImportBanner,
  })),
);
const FinderDialog = lazyPart(() =>
  import('../features/lead-finder/index.ts').then((file) => ({ default: file.FinderDialog })),
);
const AddToCampaignDialog = lazyPart(() =>
  import('../features/add-to-campaign/add-to-campaign-dialog.tsx').then((file) => ({
    default: file.AddToCampaignDialog,
  })),
);

export function SearchScreen() {
  const id = Number(route.useParams().searchId);
  const isOn = useUser().organization.branding_settings.lead_lists_enabled;
  if (!isOn) return <ListsOff />;
  if (!Number.isSafeInteger(id) || id < 1) return <MissingList />;
  return <ListScreen key={id} id={id} />;
}

/** What an empty list can be filled with here. */
function emptyText(canFind: boolean, canLinkedin: boolean, canCsv: boolean): string {
  if (canFind && canLinkedin && canCsv) return t('list_empty_text');
  if (canLinkedin || canCsv) return t(canFind ? 'list_empty_any' : 'list_empty_import');
  return t(canFind ? 'list_empty_find' : 'list_empty_closed');
}

function Imports({ id }: { id: number }) {
  return (
    <Suspense fallback={null}>
      <ImportBanner searchId={id} />
    </Suspense>
  );
}

/** What the address asks for; undefined shows the list as it was left. */
function useOnly() {
  const { lead, name, company } = route.useSearch();
  return lead || name || company ? { lead, name, company } : undefined;
}

function ListScreen({ id }: { id: number }) {
  const flags = useUser().organization.branding_settings;
  const query = useQuery(queryOptions(searchesEndpoints.getSearch, { params: { id } }));
  const running = useRunningImports(id);
  const filling = useFilling(id, query.data);
  const only = useOnly();
  const [research, setResearch] = useState<ResearchView | undefined>();
  const [adding, setAdding] = useState<{ leads: SelectedLeads; count: number } | undefined>();
  const search = query.data?.search;
  usePageTitle(search?.name);
  if (query.error instanceof ApiError && query.error.status === 404) return <MissingList />;

  const { onFind, onImport } = filling;
  const isEmpty = search?.total_prospects === 0;
  return (
    <>
      <ListHeader
        search={search}
        hasFailed={query.isError}
        onImport={isEmpty ? undefined : onImport}
        onFind={isEmpty ? undefined : onFind}
        onResearch={flags.ai_research_enabled ? () => setResearch({ kind: 'tasks' }) : undefined}
      />
      <Imports id={id} />
      <LeadsTable
        key={JSON.stringify(only)}
        only={only}
        searchId={id}
        isLoading={running.length > 0}
        arrivedIds={filling.arrivedIds}
        emptyText={filling.emptyText}
        emptyAction={<AddLeadsButtons findLabel={t('find_leads')} onFind={onFind} onImport={onImport} />}
        addLabel={t('add_to_campaign')}
        research={flags.ai_research_enabled ? { view: research, onView: setResearch } : undefined}
        onAddToCampaign={flags.campaign_creation_enabled ? (leads, count) => setAdding({ leads, count }) : undefined}
      />
      {filling.dialogs}
      {adding ? (
        <Suspense fallback={null}>
          <AddToCampaignDialog
            source={{ kind: 'search', id }}
            leads={adding.leads}
            count={adding.count}
            onClose={() => setAdding(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type List = EndpointOutput<(typeof searchesEndpoints)['getSearch']>;

/** What a list is filled by: the finder and imports, as far as they are switched on, and who came by them just now. */
function useFilling(id: number, list: List | undefined) {
  const { import: importId, saved: savedId } = route.useSearch();
  const go = useGo();
  const flags = useUser().organization.branding_settings;
  const [isImporting, setImporting] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [arrivedIds, setArrivedIds] = useState<ReadonlySet<number>>();
  const onArrived = useCallback((ids: number[]) => setArrivedIds(new Set(ids)), []);
  const canFind = flags.lead_finder_enabled;
  const { csv_lead_import_enabled: canCsv, linkedin_lead_import_enabled: canLinkedin } = flags;
  const canImport = canCsv || canLinkedin;

  function closeImport() {
    setImporting(false);
    if (importId !== undefined) go(pb.search(id), { replace: true });
  }
  function closeFinder() {
    setFinding(false);
    if (savedId !== undefined) go(pb.search(id), { replace: true });
  }
  function importInstead() {
    closeFinder();
    setImporting(true);
  }
  const dialogs = (
    <Suspense fallback={null}>
      {isImporting || importId !== undefined ? (
        <ImportLeadsDialog
          key={importId}
          canCsv={canCsv}
          canLinkedin={canLinkedin}
          search={list?.search ?? { id, name: '' }}
          importId={importId}
          onClose={closeImport}
          onImported={onArrived}
        />
      ) : null}
      {(isFinding || (canFind && savedId !== undefined)) && list ? (
        <FinderDialog
          searchId={id}
          remembered={list}
          onImport={canImport ? importInstead : undefined}
          savedId={savedId}
          onClose={closeFinder}
          onAdded={onArrived}
        />
      ) : null}
    </Suspense>
  );
  return {
    onFind: canFind ? () => setFinding(true) : undefined,
    onImport: canImport ? () => setImporting(true) : undefined,
    emptyText: emptyText(canFind, canLinkedin, canCsv),
    arrivedIds,
    dialogs,
  };
}
