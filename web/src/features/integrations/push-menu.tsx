import type { Integration } from '@overture/contract/integrations';
import { IconDatabaseExport, IconPlugConnected } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { defineTexts } from '../../lib/texts.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';
import { useIntegrations } from './use-integrations.ts';
import { leadCount, type PushedLeads, usePush } from './use-push.ts';

// Of few CRMs a board is asked.
const BoardSelect = lazyPart(() => import('./board-select.tsx').then((file) => ({ default: file.BoardSelect })));

/** Apart from the rest: pages of campaigns load the texts of integrations, and this menu late. */
const question = defineTexts({
  many_title: 'Push {leads} to {name}?',
  many_text: 'Each lead is created or updated in {name}. You can stop the push, but leads pushed by then stay there.',
});

/** A push of more leads starts after a question: records in a CRM can't be taken back. */
const ASKED_ABOVE = 100;

interface PushMenuProps {
  /** Whom it means, asked when a CRM is chosen. */
  leads: () => PushedLeads;
  count: number;
  onPushed: () => void;
}

/** The CRMs leads can be pushed to. Nothing for white-label clients, whose CRM is none of ours. */
export function PushMenu({ leads, count, onPushed }: PushMenuProps) {
  const go = useGo();
  const { enabled, integrations } = useIntegrations();
  const [asked, setAsked] = useState<Integration | undefined>();
  const close = () => setAsked(undefined);
  const push = usePush(() => {
    close();
    onPushed();
  });
  if (!enabled || integrations === undefined) return null;
  const connected = integrations.filter((one) => one.connected);
  const entries = connected.map((integration) => ({
    id: integration.integration_type,
    label: t('push_to', { name: integration.name }),
    onSelect: () =>
      integration.has_boards || count > ASKED_ABOVE
        ? setAsked(integration)
        : push.mutate({ integration, leads: leads() }),
  }));
  const connect = {
    id: 'connect',
    label: t('push_connect'),
    icon: <IconPlugConnected size={16} aria-hidden />,
    divider: connected.length > 0,
    onSelect: () => go(pb.integrations()),
  };
  return (
    <>
      <ActionMenu position="top-start" label={t('push')} entries={[...entries, connect]}>
        <AppButton
          size="small"
          icon={<IconDatabaseExport size={15} aria-hidden />}
          loading={push.isPending}
          aria-haspopup="menu"
        >
          {t('push')}
        </AppButton>
      </ActionMenu>
      {asked ? (
        <PushQuestion
          integration={asked}
          count={count}
          isPending={push.isPending}
          onPush={(board_id) => push.mutate({ integration: asked, leads: leads(), board_id })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

interface PushQuestionProps {
  integration: Integration;
  count: number;
  isPending: boolean;
  onPush: (board?: string) => void;
  onClose: () => void;
}

/** Which board, where the CRM has boards; otherwise whether so many leads are meant. */
function PushQuestion(props: PushQuestionProps) {
  const { integration, count, isPending, onPush, onClose } = props;
  if (integration.has_boards) return <BoardDialog {...props} />;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={question('many_title', { leads: leadCount(count), name: integration.name })}
      confirmLabel={t('push_start')}
      pending={isPending}
      onConfirm={() => onPush()}
    >
      {question('many_text', { name: integration.name })}
    </ConfirmDialog>
  );
}

function BoardDialog({ integration, count, isPending, onPush, onClose }: PushQuestionProps) {
  const [board, setBoard] = useState<string | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={t('push_title', { name: integration.name })}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            disabled={board === null}
            loading={isPending}
            onClick={() => board !== null && onPush(board)}
          >
            {t('push_start')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-2 text-table">{t('push_board_text', { leads: leadCount(count) })}</p>
        <Suspense fallback={null}>
          <BoardSelect integration={integration} value={board} onChange={setBoard} />
        </Suspense>
      </div>
    </Dialog>
  );
}
