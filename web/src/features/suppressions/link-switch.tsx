import { Switch } from '@mantine/core';
import { type UnsubscribeRule, unsubscribeRuleEndpoints } from '@overture/contract/unsubscribe-rule';
import { may } from '@overture/domain/access/permissions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

/** The law of the organization: every mail of a campaign says how to unsubscribe. Running campaigns without it are named before they wait. */
export function LinkSwitch() {
  const client = useQueryClient();
  const { role } = useUser();
  const [isAsking, setAsking] = useState(false);
  const options = queryOptions(unsubscribeRuleEndpoints.getUnsubscribeRule);
  const rule = useQuery({ ...options, retry: false });
  const change = useMutation({
    mutationFn: (requires_link: boolean) =>
      call(unsubscribeRuleEndpoints.setUnsubscribeRule, { body: { requires_link } }),
    onSuccess: (answer) => client.setQueryData(options.queryKey, answer),
    onError: (error) => toast.error(errorMessage(error, t('link_failed'))),
    onSettled: () => setAsking(false),
  });
  if (!rule.data) return null;
  const { requires_link, total_unlinked } = rule.data;
  return (
    <>
      <div className="px-gutter mb-3">
        <Switch
          label={t('link')}
          description={<Description rule={rule.data} />}
          checked={change.isPending ? change.variables : requires_link}
          disabled={change.isPending || !may({ role }, 'settings')}
          onChange={({ currentTarget: { checked } }) =>
            checked && total_unlinked > 0 ? setAsking(true) : change.mutate(checked)
          }
        />
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('link_question')}
        confirmLabel={t('link_confirm')}
        pending={change.isPending}
        onConfirm={() => change.mutate(true)}
      >
        {formatNames(rule.data, 'link_question_text')}
      </ConfirmDialog>
    </>
  );
}

function Description({ rule }: { rule: UnsubscribeRule }) {
  if (!rule.requires_link) return t('link_off');
  if (rule.total_unlinked === 0) return t('link_on');
  return (
    <>
      {t('link_on')} <span className="text-red">{formatNames(rule, 'link_held')}</span>
    </>
  );
}

const SHOWN_NAMES = 3;

function formatNames(
  { unlinked_campaigns, total_unlinked }: UnsubscribeRule,
  text: 'link_held' | 'link_question_text',
): string {
  const shown = unlinked_campaigns.slice(0, SHOWN_NAMES).map(({ name }) => name);
  const more = total_unlinked - shown.length;
  const names = [...shown, ...(more > 0 ? [t('link_more', { more: formatNumber(more) })] : [])].join(', ');
  return t(text, { count: total_unlinked, names });
}
