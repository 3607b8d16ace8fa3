interface Size {
  width: number;
  height: number;
}

interface Box extends Size {
  left: number;
  top: number;
}

export type Side = 'top' | 'end';

const GAP = 5;
/** Kept free to the edges of the window. */
const MARGIN = 8;

/** Where a bubble lies beside its target: on the side asked for, on the opposite one where that has no room, and inside the window. */
export function placeBeside(target: Box, bubble: Size, frame: Size, side: Side, isRightToLeft: boolean) {
  const within = (at: number, size: number, whole: number): number =>
    Math.max(MARGIN, Math.min(at, whole - MARGIN - size));
  const left = target.left + (target.width - bubble.width) / 2;
  const top = target.top + (target.height - bubble.height) / 2;
  const above = target.top - GAP - bubble.height;
  const below = target.top + target.height + GAP;
  const before = target.left - GAP - bubble.width;
  const after = target.left + target.width + GAP;
  if (side === 'top')
    return {
      left: within(left, bubble.width, frame.width),
      top: above < MARGIN ? within(below, bubble.height, frame.height) : above,
    };
  const [wanted, other] = isRightToLeft ? [before, after] : [after, before];
  const hasRoom = within(wanted, bubble.width, frame.width) === wanted;
  return {
    left: hasRoom ? wanted : within(other, bubble.width, frame.width),
    top: within(top, bubble.height, frame.height),
  };
}
