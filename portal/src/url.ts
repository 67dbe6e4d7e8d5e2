import { type Query, queryText } from '../../sdk/src/http/query.ts'

/** The portal's counterpart of `/api`. */
export const apiPath = '/portal/api'

/** Returns the URL of a path in the API reference, such as `/assets`. */
export const urlOf = (path: string, query?: Query): string => apiPath + path + queryText(query)
