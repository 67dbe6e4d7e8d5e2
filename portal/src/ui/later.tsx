import { type ReactNode, useDeferredValue } from 'react'

type Props<Row> = { rows: Row[]; children(rows: Row[]): ReactNode }

/** Rendered with low priority, so that the rows do not delay more important content. */
export const Later = <Row,>({ rows, children }: Props<Row>) => children(useDeferredValue(rows, []))
