import { type Account, accountsEndpoints } from '@overture/contract/accounts';
import { type CampaignLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { type Campaign, campaignsEndpoints, type Step, stepSchema } from '@overture/contract/campaigns';
import { chatsEndpoints } from '@overture/contract/chats';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { type Prospect, prospectSchema } from '@overture/contract/prospects';
import { build, type Part } from './build.ts';

type ChatHistory = EndpointOutput<typeof chatsEndpoints.getChatHistory>;

/** What screens show, from the schemas of the contract: a test names the fields that it is about. */
export const buildCampaign = (part: Part<Campaign> = {}): Campaign =>
  build(campaignsEndpoints.getCampaign.ok, { campaign: part }).campaign;

export const buildStep = (part: Part<Step> = {}): Step => build(stepSchema, part);

export const buildCampaignLead = (part: Part<CampaignLead> = {}): CampaignLead =>
  build(campaignLeadsEndpoints.listCampaignLeads.ok, { prospects: [part] }).prospects[0]!;

export const buildAccount = (part: Part<Account> = {}): Account =>
  build(accountsEndpoints.listAccounts.ok.shape.accounts.element, { may_delete: true, ...part });

export const buildProspect = (part: Part<Prospect> = {}): Prospect => build(prospectSchema, part);

export const buildChatHistory = (part: Part<ChatHistory> = {}): ChatHistory =>
  build(chatsEndpoints.getChatHistory.ok, part);
