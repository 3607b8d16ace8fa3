import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import { type Campaign, campaignsEndpoints } from '@overture/contract/campaigns';
import type { FlowNode, Position } from '@overture/domain/flow/flow';
import { nodeAt } from '@overture/domain/flow/flow';
import type { NodeType } from '@overture/domain/flow/step-types';
import { UI } from '@overture/domain/limits';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryKey, refetch } from '../../lib/api/api-client.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { parseFlow } from './read-flow.ts';
import { t } from './texts.ts';
import { useWorkingCopy, withChange, withNewNode, withoutNode } from './working-copy.ts';

/** Puts the campaign of an answer onto the screen. */
export function showCampaign(client: QueryClient, campaign: Campaign): void {
  client.setQueryData(queryKey(campaignsEndpoints.getCampaign, { params: { id: campaign.id } }), { campaign });
}

/** Changes of the flow of a draft, or of a working copy. Each answers the whole campaign, which takes the place of the shown one. */
export function useFlowChanges(campaign: Campaign) {
  const client = useQueryClient();
  const params = { id: campaign.id };
  const copy = useWorkingCopy();
  // The working copy shows itself what it stored.
  const show = (answer: { campaign: Campaign }) => copy ?? showCampaign(client, answer.campaign);
  function onError(error: unknown) {
    toast.error(errorMessage(error, t('change_failed')), { duration: UI.flow_error_in_ms });
    // Perhaps a colleague changed the same flow: what is shown may be old.
    void refetch(client, campaignsEndpoints.getCampaign);
  }
  const add = useMutation({
    mutationFn: async ({ type, position }: { type: NodeType; position: Position }) =>
      copy
        ? { campaign: await copy.change((nodes) => withNewNode(nodes, type, position)) }
        : call(campaignStepsEndpoints.addStep, {
            params,
            body: {
              step: type,
              parent: position.parent_id,
              child: nodeAt(parseFlow(campaign), position)?.id ?? null,
              is_yes_child: position.branch === null ? null : position.branch === 'yes',
            },
          }),
    onSuccess: show,
    onError,
  });
  const remove = useMutation({
    mutationFn: async (node: FlowNode) =>
      copy
        ? { campaign: await copy.change((nodes) => withoutNode(nodes, node.id)) }
        : call(campaignStepsEndpoints.deleteStep, {
            params: { ...params, stepId: node.id },
            query: { step_type: node.type },
          }),
    onSuccess: (answer, node) => {
      show(answer);
      toast.success(t('deleted', { step: nodeKindLabel(node.type) }));
    },
    onError,
  });
  const delay = useMutation({
    mutationFn: async ({ node, hours }: { node: FlowNode; hours: number }) =>
      copy
        ? { campaign: await copy.change((nodes) => withChange(nodes, node.id, { delay_in_hours: hours })) }
        : call(campaignStepsEndpoints.setDelay, {
            params: { ...params, stepId: node.id },
            body: { delay_in_hours: hours, is_condition: node.kind === 'condition' },
          }),
    onSuccess: show,
    onError,
  });
  return { add, remove, delay };
}
