import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Own<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>

/** Mantine's anchor and button as router links: `to` and `params` are type-checked against the routes. */
export const LinkAnchor = createLink((props: Own<AnchorProps>) => <Anchor {...props} />)

export const LinkButton = createLink((props: Own<ButtonProps>) => <Button component="a" {...props} />)
