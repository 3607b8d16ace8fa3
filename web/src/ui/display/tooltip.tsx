import { cloneElement, lazy, type PointerEvent, type ReactElement, Suspense, useState } from 'react';
import type { TooltipLook } from './tooltip-bubble.tsx';

type OnPointer = (event: PointerEvent<HTMLElement>) => void;

interface TooltipProps extends TooltipLook {
  children: ReactElement<{ onPointerEnter?: OnPointer; onPointerLeave?: OnPointer }>;
}

// Loaded when the mouse first rests on a target. A page that cannot load it works without tooltips.
const Bubble = lazy(() =>
  import('./tooltip-bubble.tsx').then(
    (file) => ({ default: file.TooltipBubble }),
    () => ({ default: () => null }),
  ),
);

/** Words beside the element that the mouse rests on. The element stays as it is drawn, with its state and the focus. */
export function Tooltip({ children, ...look }: TooltipProps) {
  const [target, setTarget] = useState<HTMLElement>();
  const [isNear, setNear] = useState(false);
  const { onPointerEnter, onPointerLeave } = children.props;
  const child = cloneElement(children, {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      onPointerEnter?.(event);
      if (event.pointerType === 'touch') return;
      setTarget(event.currentTarget);
      setNear(true);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      onPointerLeave?.(event);
      setNear(false);
    },
  });
  return (
    <>
      {child}
      {target ? (
        <Suspense fallback={null}>
          <Bubble {...look} target={target} isNear={isNear} />
        </Suspense>
      ) : null}
    </>
  );
}
