import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { uiTexts } from '../ui-texts.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface SidePanelProps {
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
export function SidePanel({ opened, onClose, title, width = 480, footer, beside, children }: SidePanelProps) {
  useFocusReturn(opened);
  useEscapeOnTop(opened, true, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      size={`min(100vw, ${width}px)`}
      position="right"
      trapFocus={!beside}
      lockScroll={!beside}
      returnFocus
      classNames={{ content: 'flex flex-col bg-raised shadow-float overflow-hidden' }}
    >
      {beside ? null : <Drawer.Overlay className="bg-scrim" />}
      <Drawer.Content>
        <Drawer.Header className="min-h-14 py-3 pr-3 pl-6 border-b border-line bg-raised">
          <Drawer.Title className="flex-1 min-w-0 text-section font-semibold wrap-anywhere">{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={uiTexts.close} />
        </Drawer.Header>
        <Drawer.Body className="flex-1 pt-4 px-6 pb-6 overflow-y-auto">{children}</Drawer.Body>
        {footer ? (
          <div className="sticky bottom-0 z-2 flex flex-wrap items-center justify-end gap-2 py-3 px-6 border-t border-line bg-raised">
            {footer}
          </div>
        ) : null}
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** What is open, the top last. */
const open: symbol[] = [];

/** Escape closes what stands on top only, and only if it may be closed. */
function useEscapeOnTop(opened: boolean, mayClose: boolean, onClose: () => void): void {
  const latest = useRef({ mayClose, onClose });
  useEffect(() => {
    latest.current = { mayClose, onClose };
  });
  useEffect(() => {
    if (!opened) return;
    const me = Symbol('overlay');
    open.push(me);
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== me) return;
      // Menus, choices and fields inside close themselves and say so.
      if ((event.target as HTMLElement | null)?.getAttribute?.('data-mantine-stop-propagation') === 'true') return;
      // The page behind has keys of its own; and a dialog that this opens (unsaved text) would take the same key and close.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (latest.current.mayClose) latest.current.onClose();
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      open.splice(open.indexOf(me), 1);
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [opened]);
}

interface DialogProps {
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

const widths = { small: 400, normal: 520, large: 760, full: '96vw' } as const;

/** Modal for a short decision or form. */
export function Dialog({
  opened,
  onClose,
  title,
  size = 'normal',
  footer,
  closeOnOutside = true,
  withClose = true,
  children,
}: DialogProps) {
  useFocusReturn(opened);
  useEscapeOnTop(opened, withClose, onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={widths[size]}
      closeOnClickOutside={closeOnOutside}
      closeOnEscape={false}
      centered
      returnFocus
      classNames={{ content: 'flex flex-col bg-raised shadow-float' }}
    >
      <Modal.Overlay className="bg-scrim" />
      <Modal.Content radius="lg">
        <Modal.Header className="min-h-14 py-3 pr-3 pl-6 bg-raised">
          <Modal.Title className="flex-1 min-w-0 text-section font-semibold wrap-anywhere">{title}</Modal.Title>
          {withClose ? <Modal.CloseButton aria-label={uiTexts.close} /> : null}
        </Modal.Header>
        <Modal.Body className="flex-1 pt-1 px-6 pb-6">{children}</Modal.Body>
        {footer ? (
          <div className="sticky bottom-0 z-2 flex flex-wrap items-center justify-end gap-2 py-3 px-6 border-t border-line bg-raised">
            {footer}
          </div>
        ) : null}
      </Modal.Content>
    </Modal.Root>
  );
}
