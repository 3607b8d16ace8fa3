import type { diagnosisEndpoints } from '@overture/contract/diagnosis';
import type { RouteTable } from '../../kernel/slice.ts';
import { getCampaignDiagnosis } from './campaign-diagnosis.service.ts';
import { getSenderDiagnosis } from './sender-diagnosis.service.ts';

export const diagnosisRoutes: RouteTable<typeof diagnosisEndpoints> = {
  diagnoseCampaign: (ctx, { params }) => getCampaignDiagnosis(ctx, params.id),
  diagnoseSender: (ctx, { params }) => getSenderDiagnosis(ctx, params.id),
};
