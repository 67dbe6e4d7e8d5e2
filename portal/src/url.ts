import { type Query, queryText } from '../../sdk/src/http/query.ts'

/** Where the server answers people what clients ask at `/api`. */
export const apiPath = '/portal/api'

/** Of a path as the API's reference has it: `/assets`. */
export const urlOf = (path: string, query?: Query): string => apiPath + path + queryText(query)
