import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import { signaturesEndpoints } from '@overture/contract/signatures';
import { OPT_OUT_WAYS, type OptOutWay } from '@overture/domain/mail/opt-out-ways';
import { parseSegments } from '@overture/domain/message/tokens';
import { IconMailOff, IconPlus, IconSignature } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { LexicalEditor } from 'lexical';
import type { RefObject } from 'react';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import classes from './message-editor.module.css';
import { t } from './texts.ts';
import { $readMessage, appendSegments } from './tokens/editor-text.ts';

type EditorRef = RefObject<LexicalEditor | null>;

/** Signatures of the organization; the chosen one goes to the end of the message. */
export function SignatureMenu({ editor }: { editor: EditorRef }) {
  const go = useGo();
  const query = useQuery({ ...queryOptions(signaturesEndpoints.listSignatures), staleTime: 5 * 60_000 });
  const entries = (query.data?.signatures ?? []).map(({ id, name }) => ({
    id: String(id),
    label: name,
    onSelect: () => {
      if (editor.current === null) return;
      appendSegments(editor.current, [
        { kind: 'text', text: '\n\n' },
        { kind: 'signature', id, name },
      ]);
    },
  }));
  const none = {
    id: 'none',
    label: t('make_signature'),
    icon: <IconPlus size={15} aria-hidden />,
    onSelect: () => go(pb.signatures()),
  };
  const failed = { id: 'failed', label: t('signatures_failed'), onSelect: () => void query.refetch() };
  return (
    <ActionMenu
      label={t('signature')}
      position="bottom-start"
      entries={entries.length > 0 ? entries : [query.isError ? failed : none]}
      movesFocus
    >
      <button type="button" className={classes.tool} aria-label={t('signature')}>
        <IconSignature size={15} aria-hidden />
        <span className={classes.toolWord}>{t('signature')}</span>
      </button>
    </ActionMenu>
  );
}

/** Appends the sentence that says how to opt out, in the campaign's language. */
export function UnsubscribeMenu({ editor, campaignId }: { editor: EditorRef; campaignId: number }) {
  const make = useMutation({
    mutationFn: ({ message, way }: { message: string; way: OptOutWay }) =>
      call(campaignStepsEndpoints.makeUnsubscribeText, { params: { id: campaignId }, body: { message, way } }),
    onSuccess: ({ unsubscribe_text }) => {
      if (unsubscribe_text === '') return toast.info(t('unsubscribe_there'));
      if (editor.current) appendSegments(editor.current, parseSegments(unsubscribe_text));
    },
    onError: (error) => toast.error(errorMessage(error, t('unsubscribe_failed'))),
  });
  const entries = OPT_OUT_WAYS.map((way) => ({
    id: way,
    label: t(`unsubscribe_${way}`),
    disabled: make.isPending,
    onSelect: () => editor.current && make.mutate({ message: editor.current.getEditorState().read($readMessage), way }),
  }));
  return (
    <ActionMenu label={t('unsubscribe')} position="bottom-start" entries={entries} movesFocus>
      <button type="button" className={classes.tool} aria-label={t('unsubscribe')} title={t('unsubscribe')}>
        <IconMailOff size={15} aria-hidden />
        <span className={classes.toolWord}>{t('unsubscribe_short')}</span>
      </button>
    </ActionMenu>
  );
}
