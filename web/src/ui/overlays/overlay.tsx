import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { lazyPart, Opening } from '../lazy-part.tsx';
import { useEscapeOnTop } from '../use-escape-on-top.ts';
import { useFocusReturn } from '../use-focus-return.ts';
import { useWasOpened } from './use-was-opened.ts';

type Frames = typeof import('./overlay-frames.tsx');

/** After the first load overlays open without a delay. */
let frames: Frames | undefined;

/** Base of every panel and dialog. Loaded after the page, which never needs it to render. */
export async function loadOverlays(): Promise<Frames> {
  frames ??= await import('./overlay-frames.tsx');
  return frames;
}

const LaterPanel = lazyPart(async () => ({ default: (await loadOverlays()).PanelFrame }));
const LaterDialog = lazyPart(async () => ({ default: (await loadOverlays()).DialogFrame }));

export interface SidePanelProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Pixels; the token of 480 unless said otherwise. The whole width on a narrow screen. */
  width?: number;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  /** True lets the page behind be used (a drawer beside a canvas or list). */
  beside?: boolean;
  children: ReactNode;
}

/** Drawer from the right for inspecting and editing beside a list. Escape closes it; focus goes back to the opener. */
export function SidePanel(props: SidePanelProps) {
  useFocusReturn(props.opened);
  useEscapeOnTop(props.opened, true, props.onClose);
  const [Frame] = useState<ComponentType<SidePanelProps>>(() => frames?.PanelFrame ?? LaterPanel);
  if (!useWasOpened(props.opened)) return null;
  return (
    <Suspense fallback={<Opening {...props} />}>
      <Frame {...props} />
    </Suspense>
  );
}

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** `small` 400, `normal` 520, `large` 760, `full` nearly the window. */
  size?: 'small' | 'normal' | 'large' | 'full';
  /** Actions at the right end, the primary one last. */
  footer?: ReactNode;
  /** False keeps a click outside from closing it (unsaved text). */
  closeOnOutside?: boolean;
  /** False for a dialog that cannot be closed; Escape then does nothing either. */
  withClose?: boolean;
  children: ReactNode;
}

/** Modal for a short decision or form. */
export function Dialog(props: DialogProps) {
  useFocusReturn(props.opened);
  useEscapeOnTop(props.opened, props.withClose ?? true, props.onClose);
  const [Frame] = useState<ComponentType<DialogProps>>(() => frames?.DialogFrame ?? LaterDialog);
  if (!useWasOpened(props.opened)) return null;
  return (
    <Suspense fallback={<Opening {...props} />}>
      <Frame {...props} />
    </Suspense>
  );
}
