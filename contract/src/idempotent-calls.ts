import type { Api } from './index.ts';

/**
 * Calls that a program may repeat by the header `Idempotency-Key`: a repeated request gets the stored answer. `required`: by key they are
 * refused without it, because they send or spend. Their handlers do all of their work in transactions and call nothing outside.
 */
export const IDEMPOTENT_CALLS: Readonly<Partial<Record<keyof Api, 'required' | 'accepted'>>> = {
  activateCampaign: 'required',
  addToCampaign: 'required',
  sendChatMessage: 'required',
  pushProspects: 'required',
  startResearch: 'required',
  replaceResearch: 'required',
  continueResearch: 'required',
  enrichSelectedCells: 'required',
  startCampaignLookups: 'required',
  lookUpCampaignCells: 'required',
  createCampaign: 'accepted',
  duplicateCampaign: 'accepted',
  createSearch: 'accepted',
  importCsv: 'accepted',
  setCampaignsStatus: 'accepted',
  publishRevision: 'accepted',
  addReferralToCampaign: 'accepted',
  createNote: 'accepted',
  replayWebhookDelivery: 'accepted',
  replayFailedWebhooks: 'accepted',
};
