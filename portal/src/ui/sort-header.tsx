import { Table, type TableThProps, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './sort-header.module.css'
import type { Sorting } from './sorting.ts'

type ButtonProps = {
  column: string
  label: string
  sorting: Sorting
  /** Whether the first click sorts descending: for times and numbers. */
  isDescendingFirst?: boolean | undefined
}

export const ariaSortOf = (sort: string | undefined, column: string) =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined

/** Pressing the button again reverses the direction. */
export function SortButton({ column, label, sorting: { sort, onSort }, isDescendingFirst }: ButtonProps) {
  const state = ariaSortOf(sort, column)
  const isNextDescending = state === undefined ? isDescendingFirst : state === 'ascending'
  const Icon = state === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <UnstyledButton
      className={classes.button}
      data-sorted={state !== undefined || undefined}
      onClick={() => onSort(isNextDescending ? `-${column}` : column)}
    >
      {label}
      <Icon size={14} aria-hidden className={classes.arrow} />
    </UnstyledButton>
  )
}

type ThProps = ButtonProps & Omit<TableThProps, keyof ButtonProps> & { canSort?: boolean }

/** A column heading that sorts the table if the whole table can be sorted by it. */
export function SortTh({ column, label, sorting, isDescendingFirst, canSort = true, ...th }: ThProps) {
  return (
    <Table.Th scope="col" aria-sort={canSort ? ariaSortOf(sorting.sort, column) : undefined} {...th}>
      {canSort ? <SortButton {...{ column, label, sorting, isDescendingFirst }} /> : label}
    </Table.Th>
  )
}
