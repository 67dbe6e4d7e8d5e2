import { Stack, Text } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { templateText as text } from '../../strings/templates.ts'
import classes from './template-picture.module.css'

type Props = {
  url: string | null
  /** The alternative text, which is empty if the name is beside the picture. */
  alt: string
  isLarge?: boolean
}

/** The whole template on a neutral background. The size of its box does not depend on the image. */
export function TemplatePicture({ url, alt, isLarge = false }: Props) {
  return (
    <span className={classes.ground} data-large={isLarge || undefined}>
      {url === null ? (
        <Stack component="span" align="center" gap={6} c="dimmed">
          <IconTemplate size={isLarge ? 48 : 28} stroke={1.25} aria-hidden />
          <Text span size="xs">
            {text.noPreview}
          </Text>
          {isLarge && (
            <Text span size="xs" ta="center" maw={280}>
              {text.beingDrawn}
            </Text>
          )}
        </Stack>
      ) : (
        <img
          className={classes.picture}
          src={url}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      )}
    </span>
  )
}
