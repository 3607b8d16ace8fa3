import type { onboardingEndpoints } from '@overture/contract/onboarding';
import type { RouteTable } from '../../kernel/slice.ts';
import { saveStep } from './onboarding.service.ts';

export const onboardingRoutes: RouteTable<typeof onboardingEndpoints> = {
  saveOnboardingStep: (ctx, { body }) => saveStep(ctx, body),
};
