import { kanbanEndpoints } from '@overture/contract/kanban';
import { KANBAN } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { type NameConflict, useNameConflict } from '../../../lib/edits/use-name-conflict.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { InlineEdit } from '../../../ui/inputs/inline-edit.tsx';
import { t } from '../texts.ts';

interface Named {
  name: string;
  version: number;
}

interface EditableNameProps<Input, Field extends string> {
  row: Named;
  label: string;
  /** The call that changes the name, and its input. */
  call: { mutationKey: string[]; mutationFn: (input: Input) => Promise<Record<Field, Named>> };
  input: (body: Named) => Input;
  /** The field of the response that holds the row. */
  field: Field;
}

/** The name of a board or column, edited in place. A change by another user is shown before it is overwritten. */
export function EditableName<Input, Field extends string>(props: EditableNameProps<Input, Field>) {
  const { row, label, call, input, field } = props;
  const client = useQueryClient();
  const rename = useMutation({
    mutationKey: call.mutationKey,
    mutationFn: (body: Named) => call.mutationFn(input(body)),
    onError: (error) => {
      if (!naming.take(error)) toast.error(errorMessage(error, t('rename_failed')));
    },
    onSettled: () => void refetch(client, kanbanEndpoints.getKanbanBoard, kanbanEndpoints.listKanbanBoards),
  });
  const naming: NameConflict = useNameConflict<Record<Field, Named>>({
    label,
    read: (current) => current[field],
    send: (name, version) => rename.mutate({ name, version }),
  });
  function save(name: string): boolean {
    if (isBlank(name)) toast.error(t('name_blank'));
    else naming.save(name);
    return !isBlank(name);
  }
  return (
    <>
      <InlineEdit
        value={rename.isPending ? rename.variables.name : row.name}
        label={label}
        maxLength={KANBAN.name_max}
        onStart={() => naming.begin(row)}
        onSave={save}
      />
      {naming.dialog}
    </>
  );
}
