import type { signaturesEndpoints } from '@overture/contract/signatures';
import {
  AUTHORED_ATTRIBUTES,
  AUTHORED_TAGS,
  cleanAttributes,
  TAGS_WITHOUT_TEXT,
} from '@overture/domain/text/authored-html';
import sanitizeHtml from 'sanitize-html';
import { requireMayDelete, withMayDelete } from '../../kernel/edits/made-by.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import * as store from './signatures.store.ts';

const cleaned = (body: { name: string; signature: string }) => ({
  name: body.name,
  signature: sanitizeHtml(body.signature, {
    allowedTags: AUTHORED_TAGS,
    nonTextTags: TAGS_WITHOUT_TEXT,
    allowedAttributes: { '*': AUTHORED_ATTRIBUTES },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'http', 'data'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: cleanAttributes(tagName, attribs) }) },
  }),
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
      // Without it their emails would leave unsigned, without a word.
      await store.lockSignature(tx, params.id);
      const campaign = await store.findSigned(tx, params.id);
      if (campaign !== undefined)
        throw new ApiError('conflict', {
          reason: `The campaign “${campaign}” uses this signature. Choose another one there first.`,
        });
      if (!(await store.deleteSignature(tx, params.id))) throw new ApiError('not_found');
    });
    return { success: true };
  },
};
