import { useEffect, useState } from 'react';

/** What a screen was opened with by a link that is a key: it does not stay in the address and the history. */
export function useFromAddress<Value>(value: Value): Value {
  const [first] = useState(value);
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return first;
}
