import type { WaitingDraft, waitingDraftsEndpoints } from '@overture/contract/waiting-drafts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { RouteTable } from '../../../kernel/slice.ts';
import { getProspect } from '../chats.service.ts';
import { lockChat } from '../chats.store.ts';
import { deleteDraft } from '../stale-drafts/stale-drafts.store.ts';
import { saveDraft } from '../user-drafts/user-drafts.service.ts';
import { findUserDraft } from '../user-drafts/user-drafts.store.ts';
import {
  countOutcome,
  findDraftWork,
  listDraftCampaigns,
  setCampaignDrafts,
  setDraftsPerDay,
} from './draft-days.store.ts';
import { deleteExample, listUserExamples } from './style-examples.store.ts';
import { findDraft, type StoredDraft } from './waiting-drafts.store.ts';

const done = { success: true } as const;

export const waitingDraftsRoutes: RouteTable<typeof waitingDraftsEndpoints> = {
  getChatDraft: (ctx, { params }) =>
    ctx.read(async (tx) => {
      await getProspect(tx, params.id);
      const draft = await findDraft(tx, params.id);
      return { draft: draft ? present(draft) : null, own: await findUserDraft(tx, ctx.user.id, params.id) };
    }),
  discardDraft: async (ctx, { params, body }) => {
    await ctx.transaction(async (tx) => {
      await getProspect(tx, params.id);
      await lockChat(tx, params.id);
      // Another one is newer, and no one decided about it.
      if ((await findDraft(tx, params.id))?.id !== body.draft_id) return;
      await deleteDraft(tx, params.id);
      await countOutcome(tx, 'discarded');
      tx.live.publish('chat_updated', { prospect_id: params.id });
    });
    return done;
  },
  saveChatDraft: async (ctx, { params, body }) => ({ own: await saveDraft(ctx, params.id, body) }),
  getDraftWork: (ctx) =>
    ctx.read(async (tx) => ({ ...(await findDraftWork(tx)), campaigns: await listDraftCampaigns(tx) })),
  updateDraftWork: async (ctx, { body }) => {
    await ctx.transaction((tx) => setDraftsPerDay(tx, body.per_day));
    return done;
  },
  setCampaignDrafts: async (ctx, { params, body }) => {
    await ctx.transaction(async (tx) => {
      orNotFound((await setCampaignDrafts(tx, params.id, body.drafts_replies)) || null);
    });
    return done;
  },
  listDraftExamples: async (ctx) => ({ examples: await ctx.read((tx) => listUserExamples(tx, ctx.user.id)) }),
  deleteDraftExample: async (ctx, { params }) => {
    if (!(await ctx.transaction((tx) => deleteExample(tx, ctx.user.id, params.id)))) throw new ApiError('not_found');
    return done;
  },
};

function present({ state, ...draft }: StoredDraft): WaitingDraft {
  return { ...draft, state: state === 'queued' || state === 'running' ? 'writing' : state };
}
