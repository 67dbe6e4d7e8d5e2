import type { UseFormReturnType } from '@mantine/form'
import type { BrandPage } from '../../../../../sdk/src/index.ts'

export type Section = BrandPage['sections'][number]
export type ExampleKind = Section['examples'][number]['kind']

// biome-ignore lint/suspicious/noExplicitAny: sections do not use the other fields of the form.
export type SectionsForm = UseFormReturnType<any>
