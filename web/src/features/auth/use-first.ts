import { useState } from 'react';

/** The value a screen was opened with, whatever becomes of the address afterwards. */
export function useFirst<Value>(value: Value): Value {
  const [first] = useState(value);
  return first;
}
