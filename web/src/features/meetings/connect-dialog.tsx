import { SegmentedControl, TextInput } from '@mantine/core';
import { meetingsEndpoints } from '@overture/contract/meetings';
import {
  BOOKING_PROVIDER_LABELS,
  BOOKING_PROVIDERS,
  type BookingProvider,
  MEETING_LIMITS,
} from '@overture/domain/meetings';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { Form } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { ConnectedDialog } from './connected-dialog.tsx';
import { t } from './texts.ts';

const formId = 'booking-page';
const providers = BOOKING_PROVIDERS.map((value) => ({ value, label: BOOKING_PROVIDER_LABELS[value] }));

/** Connects a booking page, then shows its address and secret. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const [provider, setProvider] = useState<BookingProvider>('cal_com');
  const [name, setName] = useState('');
  const [isAsked, setAsked] = useState(false);
  const create = useMutation(mutationOptions(meetingsEndpoints.createBookingConnection));
  const isMissing = name.trim() === '';
  const save = () => {
    setAsked(true);
    if (!isMissing && !create.isPending) create.mutate({ body: { provider, name } });
  };
  if (create.data)
    return <ConnectedDialog page={create.data.booking_connection} secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      isChanged={name !== ''}
      title={t('add')}
      problem={create.isError ? errorMessage(create.error, t('failed')) : undefined}
      confirmLabel={t('add')}
      pending={create.isPending}
      confirm={{ form: formId }}
    >
      <Form id={formId} className="flex flex-col gap-5" onSubmit={save}>
        <SegmentedControl
          aria-label={t('provider')}
          data={providers}
          value={provider}
          onChange={(value) => setProvider(value as BookingProvider)}
        />
        <TextInput
          label={t('name')}
          placeholder={t('name_placeholder')}
          value={name}
          maxLength={MEETING_LIMITS.name_max}
          data-autofocus
          error={isAsked && isMissing ? t('name_needed') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </FormDialog>
  );
}
