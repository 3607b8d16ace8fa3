import { Checkbox, TextInput } from '@mantine/core';
import { type LeadView, leadViewsEndpoints } from '@overture/contract/lead-views';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { t } from '../texts.ts';
import { t as own } from './texts.ts';
import { toBody } from './view-body.ts';
import { factsOf, stateOf, type ViewState } from './view-state.ts';

const formId = 'lead-view';

interface ViewDialogProps {
  /** The view to rename or share; left out for a new one. */
  view: LeadView | undefined;
  searchId: number;
  state: ViewState;
  onClose: () => void;
  onSaved: (view: LeadView) => void;
}

/** Name of a view, who sees it and where. */
export function ViewDialog({ view, searchId, state, onClose, onSaved }: ViewDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view !== undefined && !view.is_own);
  const [isEverywhere, setEverywhere] = useState(view !== undefined && view.search_id === null);
  const save = useMutation({
    mutationFn: () => {
      const given = { name, is_own: !isShared, search_id: isEverywhere ? null : (view?.search_id ?? searchId) };
      return view === undefined
        ? call(leadViewsEndpoints.createLeadView, { body: { ...toBody(state), ...given } })
        : call(leadViewsEndpoints.updateLeadView, {
            params: { id: view.id },
            body: { ...factsOf(view), ...toBody(stateOf(view)), ...given, version: view.version },
          });
    },
    onSuccess: async (answer) => {
      await refetch(client, leadViewsEndpoints.listLeadViews);
      onSaved(answer.view);
      onClose();
    },
    onError: () => refetch(client, leadViewsEndpoints.listLeadViews),
  });
  return (
    <FormDialog
      onClose={onClose}
      closeOnOutside
      isChanged={name !== (view?.name ?? '')}
      title={own(view === undefined ? 'view_new_title' : 'view_edit_title')}
      size="small"
      confirmLabel={own('view_submit')}
      pending={save.isPending}
      disabled={isBlank(name)}
      confirm={{ form: formId }}
    >
      <Form id={formId} onSubmit={() => !isBlank(name) && !save.isPending && save.mutate()}>
        <div className="flex flex-col gap-4">
          <TextInput
            label={own('view_name')}
            value={name}
            error={save.error ? errorMessage(save.error, t('view_failed')) : undefined}
            maxLength={TEXT_LIMITS.label_name_max}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Choice label={own('view_shared')} isOn={isShared} onChange={setShared} />
          <Choice label={own('view_everywhere')} isOn={isEverywhere} onChange={setEverywhere} />
        </div>
      </Form>
    </FormDialog>
  );
}

function Choice({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return <Checkbox label={label} checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
