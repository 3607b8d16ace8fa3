import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, Suspense, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { untilLoaded } from '../until-loaded.ts';
import type { TooltipLook } from './tooltip-bubble.tsx';

type OnPointer = (event: PointerEvent<HTMLElement>) => void;
type OnFocus = (event: FocusEvent<HTMLElement>) => void;

interface TooltipProps extends TooltipLook {
  children: ReactElement<{
    onPointerEnter?: OnPointer;
    onPointerLeave?: OnPointer;
    onFocus?: OnFocus;
    onBlur?: OnFocus;
    'aria-label'?: string;
    'aria-description'?: string | undefined;
  }>;
}

// Loaded when the mouse first rests on a target, or a key leads to one.
const Bubble = lazyPart(() =>
  untilLoaded(() => import('./tooltip-bubble.tsx')).then((file) => ({ default: file.TooltipBubble })),
);

/**
 * Words beside the element that the mouse rests on, or that a key led to: an icon alone says nothing to those who use neither a mouse nor a
 * screen reader. The element stays as it is drawn, with its state and the focus.
 */
export function Tooltip({ children, ...look }: TooltipProps) {
  const [target, setTarget] = useState<HTMLElement>();
  const [isNear, setNear] = useState(false);
  const { onPointerEnter, onPointerLeave, onFocus, onBlur, 'aria-label': name = '' } = children.props;
  const approach = (element: HTMLElement) => {
    setTarget(element);
    setNear(true);
  };
  const child = cloneElement(children, {
    // Screen readers hear what the name of the element does not say.
    'aria-description': name.includes(look.label) ? undefined : look.label,
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      onPointerEnter?.(event);
      if (event.pointerType !== 'touch') approach(event.currentTarget);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      onPointerLeave?.(event);
      setNear(false);
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) approach(event.currentTarget);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      onBlur?.(event);
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
