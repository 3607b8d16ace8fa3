import type { linkedinTasksEndpoints } from '@overture/contract/linkedin-tasks';
import type { RouteTable } from '../../../kernel/slice.ts';
import type { OutboundKinds } from '../intents/outbound.rules.ts';
import * as service from './by-hand.service.ts';
import * as contacts from './contacts.service.ts';

export function createByHandRoutes(kinds: OutboundKinds): RouteTable<typeof linkedinTasksEndpoints> {
  return {
    listLinkedinTasks: async (ctx) => ({ accounts: await service.listTasks(ctx) }),
    claimLinkedinTask: async (ctx, { body }) => ({
      task: await service.claimTask(ctx, kinds, body.account_id ?? null),
    }),
    getLinkedinTask: (ctx, { params }) => service.getTask(ctx, kinds, params.id),
    openLinkedinTask: async (ctx, { params, body }) => ({
      task: await service.openTask(ctx, { id: params.id, token: body.token }),
    }),
    finishLinkedinTask: async (ctx, { params, body }) => {
      const { token, outcome, is_sent_anyway } = body;
      await service.finishTask(ctx, kinds, { id: params.id, token, outcome, is_sent_anyway: is_sent_anyway ?? false });
      return { success: true };
    },
    undoLinkedinTask: async (ctx, { params, body }) => ({
      task: await service.undoTask(ctx, { id: params.id, token: body.token }),
    }),
    releaseLinkedinTask: async (ctx, { params, body }) => {
      await service.releaseTask(ctx, kinds, { id: params.id, token: body.token });
      return { success: true };
    },
    listLinkedinContacts: (ctx, { query }) => contacts.listContacts(ctx, query),
    acceptLinkedinContact: async (ctx, { params, body }) => {
      await contacts.acceptContact(ctx, params.id, body.account_id);
      return { success: true };
    },
    addLinkedinReply: async (ctx, { params, body }) => {
      await contacts.addReply(ctx, params.id, body);
      return { success: true };
    },
    uploadLinkedinConnections: (ctx, { body, file }) => contacts.uploadConnections(ctx, body.account_id, file),
  };
}
