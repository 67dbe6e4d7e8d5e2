import { type Query, queryText } from '../../sdk/src/http/query.ts'

/** The portal's counterpart of `/api`. */
export const apiPath = '/portal/api'

/** For a path of the API reference: `/assets`. */
export const urlOf = (path: string, query?: Query): string => apiPath + path + queryText(query)
