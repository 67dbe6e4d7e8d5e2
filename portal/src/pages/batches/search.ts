import { oneOf, only, text } from '../../routes/search.ts'

export const orders = ['risk', 'row'] as const
export const shows = ['all', 'done', 'queued', 'failed', 'cancelled'] as const

/** The URL parameter that selects the rows of a batch. */
export type BatchSearch = {
  order?: (typeof orders)[number] | undefined
  show?: (typeof shows)[number] | undefined
  template?: string | undefined
}

export const batchSearch = (search: Record<string, unknown>): BatchSearch =>
  only({
    order: oneOf(orders, search.order),
    show: oneOf(shows, search.show),
    template: text(search.template),
  })
