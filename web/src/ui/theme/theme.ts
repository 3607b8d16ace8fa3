import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { uiTexts } from '../ui-texts.ts';

/** Read when a field is drawn: the language comes after this file. */
const passwordToggle = {
  get 'aria-label'() {
    return uiTexts.showPassword;
  },
};

/** Every shade of the primary color follows `--brand`, so a brand set on the page needs no render. */
const brand: MantineColorsTuple = [
  'var(--accent-soft)',
  'var(--accent-soft)',
  'var(--accent-soft-2)',
  'var(--accent-line)',
  'var(--accent-line)',
  'var(--accent-line)',
  'var(--button-fill)',
  'var(--button-fill-hover)',
  'var(--accent)',
  'var(--accent)',
];

const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f2f4f7',
  '#e9ecf1',
  '#dde1e8',
  '#c9ced8',
  '#9aa1ae',
  '#656d7b',
  '#4a5260',
  '#2c333e',
  '#171b22',
];

const dark: MantineColorsTuple = [
  '#e9ecf1',
  '#b3bac6',
  '#8f97a5',
  '#626a78',
  '#39404c',
  '#222833',
  '#1b2028',
  '#13171d',
  '#0d1014',
  '#0a0d11',
];

const focusable = { transitionProps: { duration: 120 } };

export const theme = createTheme({
  fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.45', sm: '1.45', md: '1.45', lg: '1.45', xl: '1.25' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  primaryColor: 'brand',
  primaryShade: 6,
  autoContrast: false,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  colors: { brand, gray, dark },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { size: 30, variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm', visibilityToggleButtonProps: passwordToggle } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', comboboxProps: focusable } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    // The placeholder that would take the first focus is not allowed inside a menu; the first entry takes it.
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        radius: 'md',
        position: 'bottom-end',
        ...focusable,
      },
    },
    Popover: { defaultProps: { shadow: 'md', radius: 'md', ...focusable } },
    Modal: { defaultProps: { radius: 'lg', ...focusable } },
    Drawer: { defaultProps: { position: 'right', transitionProps: { duration: 200 } } },
    Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
  },
});

/** Points Mantine's variables at ours: a token has one home. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-primary-color-contrast': 'var(--button-text)',
    '--mantine-primary-color-filled': 'var(--button-fill)',
    '--mantine-primary-color-filled-hover': 'var(--button-fill-hover)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--accent-soft-2)',
    '--mantine-primary-color-light-color': 'var(--accent)',
    '--mantine-color-brand-text': 'var(--accent)',
    '--mantine-color-brand-filled': 'var(--button-fill)',
    '--mantine-color-brand-filled-hover': 'var(--button-fill-hover)',
    '--mantine-color-brand-light': 'var(--accent-soft)',
    '--mantine-color-brand-light-hover': 'var(--accent-soft-2)',
    '--mantine-color-brand-light-color': 'var(--accent)',
    '--mantine-color-brand-outline': 'var(--accent-line)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border-control)',
    '--mantine-shadow-md': 'var(--shadow-float)',
    '--mantine-shadow-xl': 'var(--shadow-float)',
  };
  return { variables: {}, light: shared, dark: shared };
};
