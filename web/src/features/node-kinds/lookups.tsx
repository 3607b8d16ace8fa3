import { lookupOf, type NodeType } from '@overture/domain/flow/step-types';
import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** Loaded on demand: the canvas renders before prices and their words are there. */
const load = () => import('./lookup-agreement.tsx');
const Agreement = lazyPart(async () => ({ default: (await load()).LookupAgreement }));
const Price = lazyPart(async () => ({ default: (await load()).LookupPrice }));

/**
 * The switch of every dialog that begins a look-up (activation, adding, publishing): what may be looked up and what it costs at
 * most. Nothing where no condition looks anything up.
 */
export function LookupAgreement(props: ComponentProps<typeof Agreement>) {
  if (props.lookups.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Agreement {...props} />
    </Suspense>
  );
}

/** What a condition costs for each lead that it has to look something up for; nothing for other kinds. */
export function LookupPrice({ type }: { type: NodeType }) {
  const lookup = lookupOf(type);
  if (lookup === null) return null;
  return (
    <Suspense fallback={null}>
      <Price lookup={lookup} />
    </Suspense>
  );
}
