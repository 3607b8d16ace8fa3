import { Drawer, Modal } from '@mantine/core';
import { uiTexts } from '../ui-texts.ts';
import type { DialogProps, SidePanelProps } from './overlay.tsx';

export function PanelFrame({ opened, onClose, title, width = 480, footer, beside, children }: SidePanelProps) {
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
        <Drawer.Header className="min-h-14 py-3 pe-3 ps-6 border-b border-line bg-raised">
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

const widths = { small: 400, normal: 520, large: 760, full: '96vw' } as const;

export function DialogFrame({
  opened,
  onClose,
  title,
  size = 'normal',
  footer,
  closeOnOutside = true,
  withClose = true,
  children,
}: DialogProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={widths[size]}
      closeOnClickOutside={closeOnOutside}
      closeOnEscape={false}
      // From a fixed top edge: in the middle, a dialog jumps when what it loads makes it taller.
      centered={false}
      yOffset={size === 'full' ? '5dvh' : '10dvh'}
      returnFocus
      classNames={{ content: 'flex flex-col bg-raised shadow-float' }}
    >
      <Modal.Overlay className="bg-scrim" />
      <Modal.Content radius="lg">
        <Modal.Header className="min-h-14 py-3 pe-3 ps-6 bg-raised">
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
