export {
  cancelPlanned,
  cancelPlannedAction,
  countOpen,
  insertIntents,
  lockPlanned,
  lockPlannedFor,
} from './intents/intents.store.ts';
export {
  confirmByEvidence,
  confirmInvites,
  confirmSaid,
  createOutboundSlice,
  linkedinTasksRoutes,
  planAction,
  postponePlanned,
  resolveUnconfirmed,
  wakeDispatchers,
} from './outbound.service.ts';
