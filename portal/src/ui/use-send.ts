import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { AtelierError } from '../../../sdk/src/errors.ts'

/**
 * Submits a form. The server's field errors are shown at the fields, the first of which gets the focus. Other
 * errors are returned as `failure`, for a `FormFailure` in the form.
 */
export function useSend<Values extends Record<string, unknown>, Answer>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<Answer>,
  onDone: (answer: Answer) => unknown,
) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    meta: { showsError: true },
    onSuccess: (answer) => onDone(answer),
    onError(error) {
      if (error instanceof AtelierError) show(error.fields)
    },
  })

  const isField = (name: string) => Object.hasOwn(form.getValues(), name)

  function show(faults: Record<string, string[]>) {
    const errors = Object.entries(faults).filter(([name]) => isField(name))
    form.setErrors(Object.fromEntries(errors.map(([name, messages]) => [name, messages.join(' ')])))
    focus(errors[0]?.[0])
  }

  function focus(field: string | undefined) {
    if (field !== undefined) form.getInputNode(field)?.focus()
  }

  const isAtField = error instanceof AtelierError && Object.keys(error.fields).some(isField)
  return {
    onSubmit: form.onSubmit(
      (values) => mutate(values),
      (errors) => focus(Object.keys(errors)[0]),
    ),
    isSending: isPending,
    failure: isAtField ? null : error,
  }
}
