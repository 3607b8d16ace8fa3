import { ActionIcon, Button } from '@mantine/core';
import type { ComponentPropsWithoutRef, MouseEvent, MouseEventHandler, ReactNode } from 'react';
import { Tooltip } from '../display/tooltip.tsx';
import classes from './inputs.module.css';

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface AppButtonProps {
  /** `primary` once per surface; `secondary` for the rest; `quiet` inside toolbars; `danger` for what cannot be undone. */
  kind?: ButtonKind;
  size?: 'normal' | 'small';
  icon?: ReactNode;
  rightIcon?: ReactNode;
  /** Given, the button starts something: the second click of a double click does not start it again. */
  loading?: boolean;
  disabled?: boolean;
  fullWidth?: boolean;
  type?: 'button' | 'submit';
  form?: string;
  autoFocus?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
  'aria-label'?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'aria-pressed'?: boolean;
  'data-testid'?: string;
  /** What the guided tour points at or clicks. */
  'data-tour'?: string;
}

const variants = { primary: 'filled', secondary: 'default', quiet: 'subtle', danger: 'filled' } as const;
const colors = { primary: undefined, secondary: undefined, quiet: 'gray', danger: 'red' } as const;

/** A button in the brand's shape. Inputs and cards keep their own radius. */
export function AppButton({
  kind = 'secondary',
  size = 'normal',
  icon,
  rightIcon,
  type = 'button',
  ref,
  onClick,
  ...rest
}: AppButtonProps & { ref?: React.Ref<HTMLButtonElement> }) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    // It comes before `loading` is drawn.
    if (rest.loading !== undefined && event.detail > 1) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <Button
      {...rest}
      onClick={click}
      ref={ref}
      type={type}
      variant={variants[kind]}
      color={colors[kind]}
      leftSection={icon}
      rightSection={rightIcon}
      data-kind={kind}
      classNames={{ root: `${classes.button} ${size === 'small' ? classes.small : ''}`, section: classes.section }}
    />
  );
}

interface IconButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'color'> {
  /** Said by screen readers and shown on hover. */
  label: string;
  size?: 'normal' | 'small';
  active?: boolean;
  tooltip?: boolean;
  loading?: boolean;
  ref?: React.Ref<HTMLButtonElement>;
}

export function IconButton({ label, size = 'normal', active, tooltip = true, children, ...rest }: IconButtonProps) {
  const button = (
    <ActionIcon
      {...rest}
      size={size === 'small' ? 26 : 32}
      aria-label={label}
      data-active={active || undefined}
      className={`${classes.iconButton} ${rest.className ?? ''}`}
    >
      {children}
    </ActionIcon>
  );
  return tooltip ? <Tooltip label={label}>{button}</Tooltip> : button;
}
