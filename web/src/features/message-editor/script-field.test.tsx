// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ScriptField } from './script-field.tsx';

afterEach(cleanup);

test('the variables of scripts are shown as they are typed', () => {
  render(
    <MantineProvider>
      <ScriptField script="Hello {{first_name}}" isEditable onChange={() => {}} />
    </MantineProvider>,
  );
  expect(screen.getByText(/Variables such as \{\{first_name\}\} are filled in/)).toBeDefined();
});
