import { type UseFormInput, useForm } from '@mantine/form'
import { ifMatch } from '../../api.ts'
import { useCompany } from '../../session.ts'
import { useSend } from '../../ui/use-send.ts'
import type { OnePart, PartKind, Parts } from './kit-queries.ts'
import { useKitsChanged } from './use-kit-change.ts'

/** If unset, a new part is created. */
export type Known<Kind extends PartKind> = { kitId: string; part?: OnePart<Kind> | undefined }

type Options<Kind extends PartKind, Values extends Record<string, unknown>> = {
  kind: Kind
  known: Known<Kind>
  initialValues: Values
  validate: NonNullable<UseFormInput<Values>['validate']>
  bodyOf(values: Values): Partial<Parts[Kind]>
  onDone(): void
}

/** The form of a part. Updates send only changed fields, based on the state that the form started with. */
export function usePartForm<Kind extends PartKind, Values extends Record<string, unknown>>({
  kind,
  known: { kitId, part },
  initialValues,
  validate,
  bodyOf,
  onDone,
}: Options<Kind, Values>) {
  const { api } = useCompany()
  const changed = useKitsChanged()
  const form = useForm<Values>({ initialValues, validate })

  async function save(values: Values) {
    const body = bodyOf(values)
    if (!part) return api.post(`/brand-kit/${kind}`, { ...body, brand_kit_id: kitId })
    const change = differing(body, bodyOf(initialValues))
    if (Object.keys(change).length === 0) return
    return api.patch(`/brand-kit/${kind}/${part.data.id}`, change, ifMatch(part.etag))
  }

  const sending = useSend(form, save, async () => {
    await changed()
    onDone()
  })
  return { form, ...sending }
}

const differing = (body: object, before: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  )

/** The value of a text field for the API: null if it is empty. */
export const textOrNull = (text: string) => text.trim() || null
