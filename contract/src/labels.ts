import { RIGHTS } from '@overture/domain/access/permissions';
import { LABELS_MAX, TEXT_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import { done, endpoint, idSchema, mayDeleteField } from './endpoint.ts';
import { hexColor } from './organization.ts';

export const labelSchema = z.object({ id: z.number().int(), name: z.string(), color: z.string() });
export type Label = z.output<typeof labelSchema>;

/** Unique in the organization, ignoring case. */
const labelBody = z.object({
  name: z.string().trim().min(1).max(TEXT_LIMITS.label_name_max),
  color: hexColor,
});

/** Labels of conversations; they belong to the lead. */
export const chatLabelsEndpoints = {
  listChatLabels: endpoint('GET /chat-labels/', {
    summary: 'Labels of the inbox',
    shows: ['chat_labels'],
    ok: z.object({ labels: z.array(labelSchema.extend(mayDeleteField)).max(LABELS_MAX) }),
  }),
  createChatLabel: endpoint('POST /chat-labels/', {
    summary: 'Create an inbox label',
    touches: ['chat_labels'],
    roles: RIGHTS.work,
    body: labelBody,
    errors: ['label_exists', 'bad_request'],
    ok: z.object({ label: labelSchema }),
  }),
  updateChatLabel: endpoint('PUT /chat-labels/{id}/', {
    summary: 'Rename and recolor an inbox label',
    touches: ['chat_labels', 'chats'],
    roles: RIGHTS.work,
    body: labelBody,
    errors: ['label_exists'],
    ok: z.object({ label: labelSchema }),
  }),
  deleteChatLabel: endpoint('DELETE /chat-labels/{id}/', {
    summary: 'Delete an inbox label; it is taken off every lead',
    touches: ['chat_labels', 'chats', 'board_rules'],
    roles: RIGHTS.work,
    errors: ['not_yours'],
    ok: done,
  }),
  addProspectLabel: endpoint('POST /prospects/{id}/labels/', {
    summary: 'Put a label on a lead',
    touches: ['chats'],
    roles: RIGHTS.work,
    body: z.object({ label_id: idSchema }),
    ok: z.object({ success: z.literal(true), labels: z.array(labelSchema) }),
  }),
  removeProspectLabel: endpoint('DELETE /prospects/{id}/labels/{labelId}/', {
    summary: 'Take a label off a lead',
    touches: ['chats'],
    roles: RIGHTS.work,
    ok: done,
  }),
};

const labelAnswer = z.object({ label: labelSchema });
const bulkBody = z.object({ campaign_ids: z.array(idSchema).min(1).max(1000), label_id: idSchema });

export const campaignLabelsEndpoints = {
  listLabels: endpoint('GET /labels/', {
    summary: 'Labels of campaigns, by name',
    shows: ['campaign_labels'],
    ok: z.object({ labels: z.array(labelSchema.extend(mayDeleteField)).max(LABELS_MAX) }),
  }),
  createLabel: endpoint('POST /labels/', {
    summary: 'Create a campaign label',
    touches: ['campaign_labels'],
    roles: RIGHTS.work,
    body: labelBody,
    errors: ['label_exists', 'bad_request'],
    ok: labelAnswer,
  }),
  updateLabel: endpoint('PUT /labels/{id}/', {
    summary: 'Rename and recolor a campaign label',
    touches: ['campaign_labels', 'campaigns'],
    roles: RIGHTS.work,
    body: labelBody,
    errors: ['label_exists'],
    ok: labelAnswer,
  }),
  deleteLabel: endpoint('DELETE /labels/{id}/', {
    summary: 'Delete a campaign label; it is taken off every campaign',
    touches: ['campaign_labels', 'campaigns'],
    roles: RIGHTS.work,
    errors: ['not_yours'],
    ok: done,
  }),
  addCampaignLabels: endpoint('POST /campaigns/labels/bulk/add/', {
    summary: 'Put a label on campaigns; all of them or none',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    body: bulkBody,
    ok: done,
  }),
  removeCampaignLabels: endpoint('POST /campaigns/labels/bulk/remove/', {
    summary: 'Take a label off campaigns',
    touches: ['campaigns'],
    roles: RIGHTS.work,
    body: bulkBody,
    ok: done,
  }),
};
