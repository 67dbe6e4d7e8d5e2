import { Button } from '@mantine/core'
import { IconTrashX } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { trashKinds } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { trashText as text } from '../../strings/trash.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { trashTotalQuery } from './trash.ts'
import { usePurge } from './use-purge.ts'

/** Deletes everything in the trash after showing the numbers. */
export function EmptyTrash() {
  const company = useCompany()
  const [isAsking, setIsAsking] = useState(false)
  const purge = usePurge()
  const totals = useQueries({
    queries: trashKinds.map((kind) => ({ ...trashTotalQuery(company, kind), enabled: isAsking })),
  })
  const counts = trashKinds.map((kind, at) => ({ kind, count: totals[at]?.data ?? 0 }))
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrashX size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {text.empty}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.emptyTitle}
        confirmLabel={text.empty}
        isDangerous
        onConfirm={() => purge()}
      >
        {text.emptyText(totals.every(({ data }) => data !== undefined) ? counts : undefined)}
      </Confirm>
    </>
  )
}
