import { type ComponentType, createContext } from 'react';

export interface BranchEditorProps {
  labelId: string;
  value: string;
  placeholder: string;
  onChange: (text: string) => void;
}

/** The field that texts inside a block are written in; the field around the block gives it, since the one holds the other. */
export const BranchEditorContext = createContext<ComponentType<BranchEditorProps> | null>(null);
