import { NODE_TYPES, type NodeType, nodeKind } from '@overture/domain/flow/step-types';
import { defineTexts } from '../../texts.ts';

const english = Object.fromEntries(NODE_TYPES.map((type) => [type, nodeKind(type).label])) as Record<NodeType, string>;

/** What a step or condition is called. */
export const nodeKindLabel = defineTexts({ ...english });
