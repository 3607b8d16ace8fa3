import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';
import { FindLead } from './find-lead.tsx';

interface NewMessageDialogProps {
  onClose: () => void;
  onChoose: (leadId: number) => void;
}

/** To whom a first message goes: any lead of any list. */
export function NewMessageDialog({ onClose, onChoose }: NewMessageDialogProps) {
  function choose(id: number) {
    onClose();
    onChoose(id);
  }
  return (
    <Dialog opened onClose={onClose} title={t('new_message')}>
      <FindLead hint={t('find_lead_text')} onChoose={choose} />
    </Dialog>
  );
}
