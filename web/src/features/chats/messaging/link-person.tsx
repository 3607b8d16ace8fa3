import type { MessagingPerson } from '@overture/contract/messaging';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { FindLead } from '../find-lead/find-lead.tsx';
import { t } from './texts.ts';
import { nameOf, useResolvePerson } from './use-people.ts';

interface StepProps {
  person: MessagingPerson;
  onBack: () => void;
  onOpen: (prospectId: number) => void;
}

/** Chooses the lead that a person is. */
export function LinkPerson({ person, onBack, onOpen }: StepProps) {
  const link = useResolvePerson(person, (id) => id !== null && onOpen(id));
  return (
    <>
      <FindLead
        hint={t('find_text', { name: nameOf(person) })}
        disabled={link.isPending}
        onChoose={(prospect_id) => link.mutate({ kind: 'link', prospect_id })}
      />
      <div className="mt-3">
        <AppButton disabled={link.isPending} onClick={onBack}>
          {t('back')}
        </AppButton>
      </div>
    </>
  );
}
