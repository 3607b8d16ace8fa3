import { FEATURE_FLAGS, type FeatureFlag } from '@overture/domain/access/feature-flags';
import { RIGHTS } from '@overture/domain/access/permissions';
import { z } from 'zod';
import { endpoint, idSchema, unused } from './endpoint.ts';

const flagsSchema = z.object(
  Object.fromEntries(FEATURE_FLAGS.map((flag) => [flag, z.boolean()])) as Record<FeatureFlag, z.ZodBoolean>,
);

const answer = z.object({
  features: flagsSchema,
  /** Of one client: what is off for all of them, and therefore for it. */
  off_for_all: z.array(z.enum(FEATURE_FLAGS)).max(FEATURE_FLAGS.length),
});

export const agencyFeaturesEndpoints = {
  getAgencyFeatures: endpoint('GET /agency/features/', {
    summary: 'What the clients of the agency may use: all of them, or one',
    shows: ['agency_features'],
    roles: RIGHTS.agency,
    for_agencies: true,
    query: z.object({ client_id: unused(idSchema) }),
    ok: answer,
  }),
  setAgencyFeatures: endpoint('PUT /agency/features/', {
    summary: 'Switch features for all clients, or for one; what is left out stays',
    touches: ['agency_features', 'clients'],
    roles: RIGHTS.agency,
    for_agencies: true,
    body: z.object({ features: flagsSchema.partial(), client_id: unused(z.number().int().positive()) }),
    ok: answer,
  }),
};
