import type { leadListsEndpoints } from '@overture/contract/lead-lists';
import type { leadViewsEndpoints } from '@overture/contract/lead-views';
import type { searchesEndpoints } from '@overture/contract/searches';
import { unpackRemembered } from '@overture/domain/finder/lead-finder';
import { orNotFound } from '../../kernel/errors.ts';
import { HandlerReply, type RouteTable } from '../../kernel/slice.ts';
import { copyLeads } from './copy-leads.service.ts';
import { exportLeads, openExport } from './export.service.ts';
import { importsRoutes } from './import/imports.routes.ts';
import { startLinkedinImport } from './linkedin-import/start-linkedin-import.service.ts';
import {
  changeLeadStatuses,
  listColumnValues,
  listLeadsAfter,
  loadTablePage,
  selectProspects,
} from './list-table.service.ts';
import { changeSearchStatuses, createSearch, renameSearch, setSearchFolder } from './searches.service.ts';
import { findSearch, listSearches, presentSearch } from './searches.store.ts';
import { tryImport } from './trial/trial.service.ts';
import { listImportsOfList, undoImport } from './undo/undo-import.job.ts';
import { leadViewsRoutes } from './views/lead-views.routes.ts';

export const searchesRoutes: RouteTable<
  typeof searchesEndpoints & typeof leadListsEndpoints & typeof leadViewsEndpoints
> = {
  ...importsRoutes,
  ...leadViewsRoutes,
  tryCsvImport: async (ctx, { params, body, file }) => tryImport(ctx, params.id, file, body),
  undoImport: async (ctx, { params }) => undoImport(ctx, params.id),
  listSearchImports: async (ctx, { params }) => ({ imports: await listImportsOfList(ctx, params.id) }),
  importLinkedin: async (ctx, { params, body }) => ({
    import_id: await startLinkedinImport(ctx, params.id, params.kind, body),
  }),
  listSearches: async (ctx) => ({
    searches: (await ctx.read((tx) => listSearches(tx, 'active'))).map(presentSearch),
  }),
  listArchivedSearches: async (ctx) => ({
    searches: (await ctx.read((tx) => listSearches(tx, 'archived'))).map(presentSearch),
  }),
  createSearch: async (ctx, { body }) => ({ id: await createSearch(ctx, body.name, { like_id: body.like_id }) }),
  changeSearchStatuses: async (ctx, { body }) => {
    await changeSearchStatuses(ctx, body.search_ids, body.status);
    return { success: true };
  },
  setSearchFolder: async (ctx, { body }) => {
    await setSearchFolder(ctx, body.search_ids, body.folder);
    return { success: true };
  },
  copySearchProspects: async (ctx, { params, body }) => ({ success: true, ...(await copyLeads(ctx, params.id, body)) }),
  getSearch: async (ctx, { params }) => {
    const row = orNotFound(await ctx.read((tx) => findSearch(tx, params.id)));
    return { search: presentSearch(row), ...unpackRemembered(row.filters) };
  },
  renameSearch: async (ctx, { params, body }) => ({ search: await renameSearch(ctx, params.id, body) }),
  listSearchProspects: async (ctx, { params, query: { cursor, ...query } }) =>
    cursor === undefined ? loadTablePage(ctx, params.id, query) : listLeadsAfter(ctx, params.id, { ...query, cursor }),
  listColumnValues: (ctx, { params, query }) => listColumnValues(ctx, params.id, query.column, query.query ?? ''),
  selectSearchProspects: async (ctx, { params, body }) => ({
    prospect_ids: await ctx.transaction((tx) => selectProspects(tx, { ...body, search_id: params.id })),
  }),
  changeProspectStatuses: async (ctx, { params, body }) => ({
    success: true,
    updated_prospects: await changeLeadStatuses(ctx, params.id, body),
  }),
  exportSearchProspects: async (ctx, { params, body }) =>
    exportLeads(ctx, params.id, { ...body, amount: body.export_amount }),
  downloadExport: async (ctx, { params, reply }) => {
    const { filename, stream } = await openExport(ctx, params.token);
    reply.type('text/csv; charset=utf-8').header('cache-control', 'no-store');
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`);
    return new HandlerReply(200, stream);
  },
};
