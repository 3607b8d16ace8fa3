// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { AppButton } from './app-button.tsx';

afterEach(cleanup);

/** Presses of both buttons by a double click, then once by the keyboard (whose clicks count none). */
function press(props: { loading?: boolean }) {
  const count = { clicks: 0, submits: 0 };
  render(
    <MantineProvider env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          count.submits += 1;
        }}
      >
        <AppButton {...props} onClick={() => (count.clicks += 1)}>
          Add
        </AppButton>
        <AppButton {...props} type="submit">
          Save
        </AppButton>
      </form>
    </MantineProvider>,
  );
  for (const name of ['Add', 'Save'])
    for (const detail of [1, 2, 0]) fireEvent.click(screen.getByRole('button', { name }), { detail });
  return count;
}

test('the second click of a double click starts nothing again', () => {
  expect(press({ loading: false })).toEqual({ clicks: 2, submits: 2 });
});

test('a button that starts nothing takes every click', () => {
  expect(press({})).toEqual({ clicks: 3, submits: 3 });
});
