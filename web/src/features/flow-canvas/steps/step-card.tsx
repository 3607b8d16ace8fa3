import { isAbTested } from '@overture/domain/flow/ab-variant';
import {
  childrenOf,
  type Flow,
  type FlowNode,
  findThreadStart,
  type Position,
  type StepNode,
} from '@overture/domain/flow/flow';
import { lookupOf, stepKind } from '@overture/domain/flow/step-types';
import { IconPaperclip, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentProps, memo, type ReactNode, Suspense, useContext } from 'react';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ActionMenu, type MenuEntry } from '../../../ui/overlays/action-menu.tsx';
import { untilLoaded } from '../../../ui/until-loaded.ts';
import { describeShortly, LookupPrice, StepGlyph } from '../../node-kinds/index.ts';
import classes from '../flow.module.css';
import { type FlowActions, OpenNodeContext, useFlow, useFlowData } from '../flow-context.ts';
import { t } from '../texts.ts';

/** Telling variables from words takes the whole reader of messages: the canvas is there before it. */
const ReadLine = lazyPart(async () => {
  const { MessageLine: line } = await untilLoaded(() => import('./message-line.tsx'));
  return { default: line };
});

function MessageLine(props: ComponentProps<typeof ReadLine>) {
  return (
    <Suspense fallback={<span className={props.className}>…</span>}>
      <ReadLine {...props} />
    </Suspense>
  );
}

/** A step or condition: its channel, what it says, and what can be done with it. The same on the canvas and in the list. */
export function StepCard({ node }: { node: FlowNode }) {
  return <Card node={node} attachments={useFlowData().attachments.get(node.id) ?? 0} />;
}

const Card = memo(function Card({ node, attachments }: { node: FlowNode; attachments: number }) {
  const actions = useFlow();
  const label = nodeKindLabel(node.type);
  return (
    <Frame node={node}>
      <button type="button" className={classes.open} data-flow-node={node.id} onClick={() => actions.onOpen(node)}>
        <StepGlyph type={node.type} />
        <span className="flex flex-1 flex-col gap-px min-w-0">
          <span className="flex items-center gap-1.5 min-h-5">
            <span className="text-ink-3 text-meta font-medium">{label}</span>
            {node.kind === 'step' && isAbTested(node) ? (
              <span className="py-0 px-1.25 rounded-[5px] bg-violet-soft text-violet text-[11px] font-medium leading-4">
                {t('ab')}
              </span>
            ) : null}
            {attachments > 0 ? <AttachmentCount count={attachments} /> : null}
          </span>
          {node.kind === 'step' && stepKind(node.type).is_message ? (
            <MessageLines step={node} />
          ) : (
            <Explanation node={node} />
          )}
        </span>
      </button>
      <span className="absolute top-1.75 end-1.75">
        <ActionMenu label={t('node_menu', { step: label })} entries={buildMenu(node, actions)} />
      </span>
    </Frame>
  );
});

/** The ground of a card, which alone changes when its drawer opens. */
function Frame({ node, children }: { node: FlowNode; children: ReactNode }) {
  const isOpen = useContext(OpenNodeContext) === node.id;
  return (
    <div className={classes.card} data-kind={node.kind} data-open={isOpen || undefined}>
      {children}
    </div>
  );
}

function AttachmentCount({ count }: { count: number }) {
  const label = t('attachments', { count });
  return (
    <span className="inline-flex items-center gap-px text-ink-3 text-meta" title={label}>
      <IconPaperclip size={13} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

function MessageLines({ step }: { step: StepNode }) {
  const { subject_line, message } = step;
  const { needs_message, takes_subject } = stepKind(step.type);
  if (!needs_message && !message?.trim()) return <Explanation node={step} />;
  return (
    <>
      {!takes_subject ? null : subject_line?.trim() ? (
        <MessageLine template={subject_line} className={`${classes.subject} truncate`} />
      ) : (
        <NoSubject step={step} />
      )}
      {message?.trim() ? (
        <MessageLine
          template={message}
          className={`${classes.text} ${takes_subject ? 'truncate' : classes.twoLines}`}
        />
      ) : (
        <span className="text-amber text-table">{t('no_message')}</span>
      )}
    </>
  );
}

/** A follow-up email without its own subject replies in the thread of the email above. */
function NoSubject({ step }: { step: StepNode }) {
  const isReply = findThreadStart(useFlowData().flow, step) !== undefined;
  return (
    <span className={isReply ? classes.text : 'text-amber text-table'}>
      {t(isReply ? 'same_thread' : 'no_subject')}
    </span>
  );
}

function Explanation({ node }: { node: FlowNode }) {
  const short = describeShortly(node.type);
  return (
    <>
      {short ? (
        <span className={`${classes.text} ${lookupOf(node.type) === null ? '' : 'truncate'}`} title={short}>
          {short}
        </span>
      ) : null}
      <span className="text-ink-3 text-meta truncate empty:hidden">
        <LookupPrice type={node.type} />
      </span>
    </>
  );
}

/** Places right below a node, as the menu offers them. */
function placesBelow(node: FlowNode): { label: string; position: Position }[] {
  if (node.kind === 'step') return [{ label: t('add_after'), position: { parent_id: node.id, branch: null } }];
  return [
    { label: t('add_after_yes'), position: { parent_id: node.id, branch: 'yes' } },
    { label: t('add_after_no'), position: { parent_id: node.id, branch: 'no' } },
  ];
}

function buildMenu(node: FlowNode, actions: FlowActions): MenuEntry[] {
  const open: MenuEntry = {
    id: 'open',
    label: actions.isEditable ? t('edit') : t('open'),
    icon: <IconPencil size={16} aria-hidden />,
    onSelect: () => actions.onOpen(node),
  };
  if (!actions.isEditable) return [open];
  return [
    open,
    ...placesBelow(node).map(({ label, position }) => ({
      id: label,
      label,
      icon: <IconPlus size={16} aria-hidden />,
      onSelect: () => actions.onAdd(position),
    })),
    {
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      divider: true,
      onSelect: () => actions.onDelete(node),
    },
  ];
}

/** Where the arrow keys lead from a node: up to its parent, down to its (yes) child, sideways to the other branch. */
export function findNeighbor(flow: Flow, node: FlowNode, key: string): FlowNode | undefined {
  const parent = flow.find(({ id }) => id === node.parent_id);
  if (key === 'ArrowUp') return parent;
  if (key === 'ArrowDown') return childrenOf(flow, node.id)[0];
  const wanted = key === 'ArrowLeft' ? 'yes' : 'no';
  for (let at: FlowNode | undefined = node; at !== undefined; at = flow.find(({ id }) => id === at?.parent_id)) {
    if (at.branch === null || at.branch === wanted) continue;
    const position = at;
    return flow.find((other) => other.parent_id === position.parent_id && other.branch === wanted);
  }
  return undefined;
}
