import { RIGHTS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint, mayDeleteField } from './endpoint.ts';

const signatureSchema = z.object({ id: z.number().int(), name: z.string(), signature: z.string() });
export type Signature = z.output<typeof signatureSchema>;

/** HTML is cleaned by an allowlist before it is stored; the bound is on what is sent. */
const signatureBody = z.object({ name: z.string().trim().min(1).max(120), signature: z.string().max(50_000) });

export const signaturesEndpoints = {
  listSignatures: endpoint('GET /signatures/', {
    summary: 'Signatures of the organization',
    shows: ['signatures'],
    ok: z.object({ signatures: z.array(signatureSchema.extend(mayDeleteField)).max(LIST_LIMITS.signatures) }),
  }),
  createSignature: endpoint('POST /signatures/', {
    summary: 'Create a signature',
    touches: ['signatures'],
    roles: RIGHTS.work,
    body: signatureBody,
    ok: z.object({ signature: signatureSchema }),
  }),
  updateSignature: endpoint('PUT /signatures/{id}/', {
    summary: 'Change a signature',
    touches: ['signatures'],
    roles: RIGHTS.work,
    body: signatureBody,
    ok: z.object({ signature: signatureSchema }),
  }),
  deleteSignature: endpoint('DELETE /signatures/{id}/', {
    summary: 'Delete a signature',
    touches: ['signatures', 'senders'],
    roles: RIGHTS.work,
    errors: ['not_yours', 'conflict'],
    ok: done,
  }),
};
