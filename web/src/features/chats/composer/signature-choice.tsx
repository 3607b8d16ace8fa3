import { signaturesEndpoints } from '@overture/contract/signatures';
import { IconCheck, IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { t } from '../texts.ts';

interface SignatureChoiceProps {
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** Which signature the mail carries; what is chosen is kept for the sender. */
export function SignatureChoice({ chosen, onChoose }: SignatureChoiceProps) {
  const go = useGo();
  const list = useQuery(queryOptions(signaturesEndpoints.listSignatures));
  const signatures = list.data?.signatures ?? [];
  const current = signatures.find(({ id }) => id === chosen);
  const mark = (isOn: boolean) =>
    isOn ? <IconCheck size={15} aria-hidden /> : <span className="inline-block w-3.75" />;
  return (
    <ActionMenu
      label={t('signature')}
      position="top-start"
      entries={[
        ...signatures.map(({ id, name }) => ({
          id: String(id),
          label: name,
          icon: mark(id === chosen),
          onSelect: () => onChoose(id),
        })),
        { id: 'none', label: t('signature_none'), icon: mark(current === undefined), onSelect: () => onChoose(null) },
        { id: 'edit', label: t('signatures_edit'), divider: true, onSelect: () => go(pb.signatures()) },
      ]}
    >
      <IconButton
        size="small"
        label={current ? t('signature_is', { name: current.name }) : t('signature')}
        active={current !== undefined}
      >
        <IconSignature size={16} aria-hidden />
      </IconButton>
    </ActionMenu>
  );
}
