import type { QueryClient } from '@tanstack/react-query'
import type { Collection } from '../../../../../sdk/src/index.ts'
import { listQuery } from '../../../lists.ts'
import { collectionsByName } from '../../../query-parameters.ts'
import type { CurrentCompany } from '../../../session.ts'
import { oneQuery } from '../../../use-resource.ts'

export const collectionType = 'collection'

export const collectionsQuery = (company: CurrentCompany) =>
  listQuery<Collection>(company, collectionType, '/collections', collectionsByName)

export const collectionQuery = (company: CurrentCompany, id: string, queryClient: QueryClient) =>
  oneQuery<Collection>(company, { type: collectionType, path: '/collections', id }, queryClient)
