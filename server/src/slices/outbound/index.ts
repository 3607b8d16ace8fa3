export {
  cancelPlanned,
  cancelPlannedAction,
  countOpen,
  findUnconfirmed,
  insertIntents,
  lockPlanned,
  lockPlannedFor,
} from './intents/intents.store.ts';
export {
  confirmByEvidence,
  confirmInvites,
  confirmSaid,
  createOutboundSlice,
  planAction,
  postponePlanned,
  resolveIntent,
  wakeDispatchers,
} from './outbound.service.ts';
