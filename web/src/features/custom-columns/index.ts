export { CustomFields } from './custom-fields.tsx';
export { customFilterKinds, customTableColumns } from './custom-table-columns.tsx';
export { showCustomValue } from './custom-value.ts';
export { EditableValue, ValueEditor } from './editable-value.tsx';
export { TypeSelect } from './type-select.tsx';
export { useCustomColumns } from './use-custom-columns.ts';
