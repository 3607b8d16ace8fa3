import { searchesEndpoints } from '@overture/contract/searches';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useRunningImports } from '../features/csv-import/index.ts';
import type { ResearchView } from '../features/enrichment/index.ts';
import { LeadsTable, type SelectedLeads } from '../features/prospect-table/index.ts';
import { AddLeadsButtons, ListHeader, ListsOff, MissingList, searchesTexts as t } from '../features/searches/index.ts';
import { ApiError, queryOptions } from '../lib/api/api-client.ts';
import { useUser } from '../lib/api/session.ts';
import { useGo } from '../lib/navigation/navigation.tsx';
import { usePageTitle } from '../lib/navigation/page-title.ts';
import { pb } from '../lib/navigation/paths.ts';

const route = getRouteApi('/private/searches/$searchId');

const ImportLeadsDialog = lazy(() =>
  import('../features/import-leads/index.ts').then((file) => ({ default: file.ImportLeadsDialog })),
);
const ImportBanner = lazy(() =>
  import('../features/csv-import/progress/import-banner.tsx').then((file) => ({ default: file.ImportBanner })),
);
const FinderDialog = lazy(() =>
  import('../features/lead-finder/index.ts').then((file) => ({ default: file.FinderDialog })),
);
const AddToCampaignDialog = lazy(() =>
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

function ListScreen({ id }: { id: number }) {
  const { import: importId } = route.useSearch();
  const go = useGo();
  const flags = useUser().organization.branding_settings;
  const query = useQuery(queryOptions(searchesEndpoints.getSearch, { params: { id } }));
  const running = useRunningImports(id);
  const [isImporting, setImporting] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [research, setResearch] = useState<ResearchView | undefined>();
  const [adding, setAdding] = useState<{ leads: SelectedLeads; count: number } | undefined>();
  const [arrivedIds, setArrivedIds] = useState<ReadonlySet<number>>();
  const onImported = useCallback((ids: number[]) => setArrivedIds(new Set(ids)), []);
  const search = query.data?.search;
  usePageTitle(search?.name);
  if (query.error instanceof ApiError && query.error.status === 404) return <MissingList />;

  function closeImport() {
    setImporting(false);
    if (importId !== undefined) go(pb.search(id), { replace: true });
  }
  const canFind = flags.lead_finder_enabled;
  const { csv_lead_import_enabled: canCsv, linkedin_lead_import_enabled: canLinkedin } = flags;
  const canImport = canCsv || canLinkedin;
  return (
    <>
      <ListHeader
        search={search}
        hasFailed={query.isError}
        onImport={canImport && search?.total_prospects !== 0 ? () => setImporting(true) : undefined}
        onFind={canFind && search?.total_prospects !== 0 ? () => setFinding(true) : undefined}
        onResearch={flags.ai_research_enabled ? () => setResearch({ kind: 'tasks' }) : undefined}
      />
      <Imports id={id} />
      <LeadsTable
        searchId={id}
        isLoading={running.length > 0}
        arrivedIds={arrivedIds}
        emptyText={emptyText(canFind, canLinkedin, canCsv)}
        emptyAction={
          <AddLeadsButtons
            findLabel={t('find_leads')}
            onFind={canFind ? () => setFinding(true) : undefined}
            onImport={canImport ? () => setImporting(true) : undefined}
          />
        }
        addLabel={t('add_to_campaign')}
        research={flags.ai_research_enabled ? { view: research, onView: setResearch } : undefined}
        onAddToCampaign={flags.campaign_creation_enabled ? (leads, count) => setAdding({ leads, count }) : undefined}
      />
      <Suspense fallback={null}>
        {isImporting || importId !== undefined ? (
          <ImportLeadsDialog
            key={importId}
            canCsv={canCsv}
            canLinkedin={canLinkedin}
            search={search ?? { id, name: '' }}
            importId={importId}
            onClose={closeImport}
            onImported={onImported}
          />
        ) : null}
        {isFinding && query.data ? (
          <FinderDialog
            searchId={id}
            remembered={query.data}
            onImport={
              canImport
                ? () => {
                    setFinding(false);
                    setImporting(true);
                  }
                : undefined
            }
            onClose={() => setFinding(false)}
            onAdded={onImported}
          />
        ) : null}
        {adding ? (
          <AddToCampaignDialog
            source={{ kind: 'search', id }}
            leads={adding.leads}
            count={adding.count}
            onClose={() => setAdding(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
