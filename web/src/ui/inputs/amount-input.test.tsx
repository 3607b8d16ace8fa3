// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { AmountInput } from './amount-input.tsx';

afterEach(cleanup);

function Field({ onChange }: { onChange: (value: number) => void }) {
  const [value, setValue] = useState(20);
  function change(next: number) {
    setValue(next);
    onChange(next);
  }
  return <AmountInput label="Emails a day" value={value} onChange={change} />;
}

test('an emptied field is an error and no 0', () => {
  const values: number[] = [];
  render(
    <MantineProvider env="test">
      <Field onChange={(value) => values.push(value)} />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Emails a day' });
  fireEvent.change(field, { target: { value: '' } });
  expect([field.value, values.at(-1)]).toEqual(['', Number.NaN]);
  expect(screen.getByText('Enter a number.')).toBeTruthy();
  fireEvent.change(field, { target: { value: '0' } });
  expect([field.value, values.at(-1)]).toEqual(['0', 0]);
  expect(screen.queryByText('Enter a number.')).toBeNull();
});
