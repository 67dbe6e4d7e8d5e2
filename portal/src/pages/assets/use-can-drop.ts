import { useMediaQuery } from '@mantine/hooks'

/** Whether files and assets can be dragged, as with a mouse. Phones can neither drag files nor paste them. */
export const useCanDrop = (): boolean =>
  useMediaQuery('(hover: hover)', true, { getInitialValueInEffect: false })
