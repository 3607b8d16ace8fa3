import { type Branch, type FlowNode, nodeAt, type Position } from '@overture/domain/flow/flow';
import { DelayChip } from '../delay/delay-chip.tsx';
import classes from '../flow.module.css';
import { useFlow, useFlowData } from '../flow-context.ts';
import { StepCard } from '../steps/step-card.tsx';
import { t } from '../texts.ts';
import { AddButton, BranchWord, EmptyHint, PlusButton, StartMark } from './canvas-parts.tsx';

/** The flow as a list for narrow screens: the same cards, branches set in. */
export function StepList() {
  const { isEditable } = useFlow();
  const { flow } = useFlowData();
  return (
    <section
      className={`${classes.list} flex flex-col items-stretch gap-2 pt-4 px-gutter pb-30`}
      aria-label={t('canvas')}
    >
      <StartMark className={classes.listStart} />
      <InsertButton position={{ parent_id: null, branch: null }} />
      {flow.length === 0 && isEditable ? <EmptyHint /> : null}
    </section>
  );
}

function InsertButton({ position }: { position: Position }) {
  const { isEditable } = useFlow();
  const { flow } = useFlowData();
  const node = nodeAt(flow, position);
  if (node === undefined) {
    if (isEditable) return <AddButton position={position} />;
    return position.branch === null ? null : <span className={classes.end}>{t('ends')}</span>;
  }
  return (
    <>
      <div className={`${classes.listRow} flex items-center gap-2`}>
        <DelayChip node={node} />
        {isEditable ? <PlusButton position={position} node={node} className={classes.listPlus} /> : null}
      </div>
      <StepCard node={node} />
      {node.kind === 'step' ? (
        <InsertButton position={{ parent_id: node.id, branch: null }} />
      ) : (
        <Branches node={node} />
      )}
    </>
  );
}

function Branches({ node }: { node: FlowNode }) {
  const branches: Branch[] = ['yes', 'no'];
  return branches.map((branch) => (
    <div key={branch} className={`${classes.listBranch} flex flex-col gap-2 ms-2.5 ps-3.5 border-s-2 border-line`}>
      <BranchWord position={{ parent_id: node.id, branch }} />
      <InsertButton position={{ parent_id: node.id, branch }} />
    </div>
  ));
}
