import type { signaturesEndpoints } from '@overture/contract/signatures';
import { requireMayDelete, withMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { cleanAuthoredHtml } from '../../kernel/safe-html.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import * as store from './signatures.store.ts';

const cleaned = (body: { name: string; signature: string }) => ({
  name: body.name,
  signature: cleanAuthoredHtml(body.signature),
});

export const signaturesRoutes: RouteTable<typeof signaturesEndpoints> = {
  listSignatures: async (ctx) => ({
    signatures: await withMayDelete(ctx, 'signatures', await ctx.read(store.listSignatures)),
  }),
  createSignature: async (ctx, { body }) => ({
    signature: await ctx.transaction((tx) => store.insertSignature(tx, cleaned(body))),
  }),
  updateSignature: async (ctx, { params, body }) => ({
    signature: orNotFound(await ctx.transaction((tx) => store.updateSignature(tx, params.id, cleaned(body)))),
  }),
  deleteSignature: async (ctx, { params }) => {
    await ctx.transaction(async (tx) => {
      await requireMayDelete(tx, 'signatures', [params.id]);
      if (!(await store.deleteSignature(tx, params.id))) throw new ApiError('not_found');
    });
    return { success: true };
  },
};
