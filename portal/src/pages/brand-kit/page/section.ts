import type { UseFormReturnType } from '@mantine/form'
import type { BrandPage } from '../../../../../sdk/src/index.ts'

/** A section of text on the page, with its pictures. */
export type Section = BrandPage['sections'][number]
export type ExampleKind = Section['examples'][number]['kind']

/** The form that contains the sections. */
// biome-ignore lint/suspicious/noExplicitAny: sections do not use the other fields of the form.
export type SectionsForm = UseFormReturnType<any>
