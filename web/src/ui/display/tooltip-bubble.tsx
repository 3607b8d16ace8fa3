import { Portal } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isRightToLeft } from '../direction.ts';
import { useEscapeOnTop } from '../use-escape-on-top.ts';
import { placeBeside, type Side } from './place-beside.ts';

const OPEN_DELAY_MS = 350;

export interface TooltipLook {
  label: string;
  side?: Side;
}

interface TooltipBubbleProps extends TooltipLook {
  target: HTMLElement;
  /** The mouse is on the target. */
  isNear: boolean;
}

/** Opens once the mouse has rested on the target. Closes when it is elsewhere, when something scrolls, and with Escape. */
export function TooltipBubble({ target, isNear, ...look }: TooltipBubbleProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isNear) return;
    const ended = new AbortController();
    const timer = setTimeout(() => setOpen(target.isConnected), OPEN_DELAY_MS);
    const close = () => {
      clearTimeout(timer);
      setOpen(false);
    };
    const listen = { capture: true, signal: ended.signal };
    document.addEventListener('scroll', close, listen);
    document.addEventListener('keydown', (event) => event.key === 'Escape' && close(), listen);
    document.addEventListener('pointerdown', close, listen);
    // A target that is taken away does not say that the mouse left it.
    document.addEventListener('pointerover', (event) => target.contains(event.target as Node) || close(), listen);
    return () => {
      ended.abort();
      close();
    };
  }, [isNear, target]);
  // In a dialog the first Escape is for the words alone.
  useEscapeOnTop(isOpen && target.closest('[role="dialog"]') !== null, true, () => setOpen(false));
  return isOpen ? (
    <Portal>
      <Bubble {...look} target={target} />
    </Portal>
  ) : null;
}

function Bubble({ label, side = 'top', target }: Omit<TooltipBubbleProps, 'isNear'>) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (element === null) return;
    const { innerWidth: width, innerHeight: height } = window;
    const place = placeBeside(
      target.getBoundingClientRect(),
      element.getBoundingClientRect(),
      { width, height },
      side,
      isRightToLeft(),
    );
    element.style.left = `${place.left}px`;
    element.style.top = `${place.top}px`;
  });
  return (
    <div
      ref={bubble}
      role="tooltip"
      className="fixed z-300 w-max max-w-80 py-1 px-2 rounded-small bg-tooltip text-tooltip-text text-meta wrap-anywhere pointer-events-none transition-opacity starting:opacity-0"
    >
      {label}
    </div>
  );
}
