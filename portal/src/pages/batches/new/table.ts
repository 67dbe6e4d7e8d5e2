import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../../../../sdk/src/uploads/form.ts'
import { useCompany } from '../../../session.ts'

export type Table = {
  file: File
  columns: string[]
  rows_total: number
  rows: unknown[][]
  /** Whether cells are text. In NDJSON, they are JSON values. */
  are_texts: boolean
}

/** The selected table. The server reads it, so that its columns equal those of the batch. */
export function useTable() {
  const { api } = useCompany()
  const [table, setTable] = useState<Table>()
  const reading = useMutation({
    meta: { showsError: true },
    scope: { id: 'table' },
    async mutationFn(file: File): Promise<Table> {
      const form = formOf('file', file, {}, file.name)
      return { file, ...(await api.form<{ data: Omit<Table, 'file'> }>('/row-file-previews', form)).data }
    },
    onSuccess: setTable,
  })
  return { table, read: reading.mutate, isReading: reading.isPending, error: reading.error }
}
