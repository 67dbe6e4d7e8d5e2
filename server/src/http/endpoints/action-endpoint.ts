import { z } from 'zod'
import { ApiError, type ErrorCode } from '../../errors.ts'
import { parseId, type Uuid } from '../../ids.ts'
import type { AccessScope } from '../caller.ts'
import { type Changing, current, inChange, showing } from './crud-endpoints.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import type { Resource } from './list-endpoint.ts'

type Definition<Body extends z.ZodObject> = {
  operationId: string
  /** The last part of the path: `merges`, `restoration`. */
  action: string
  scope: AccessScope
  summary: string
  description?: string
  body?: Body
  /**
   * The resource is in the trash, where `current` does not look. `act` finds the resource or throws
   * `not_found`.
   */
  trashed?: boolean
  conflict?: ErrorCode
  mayFollow?: boolean
  act(context: Changing<z.output<Body>> & { id: Uuid }): Promise<void>
}

/**
 * `POST /path/{id}/action`: an action that is more than a change of fields. The action is committed with its
 * events and returns the resource.
 */
export function actionEndpoint<Body extends z.ZodObject = z.ZodObject>(
  // biome-ignore lint/suspicious/noExplicitAny: a resource's types are checked where it is defined.
  resource: Resource<any, any, any>,
  { action, trashed = false, act, ...definition }: Definition<Body>,
): Endpoint {
  return endpoint({
    method: 'POST',
    path: `${resource.path}/:id/${action}`,
    group: resource.group,
    params: z.object({ id: z.string().describe(`ID of the ${resource.nouns[0]}.`) }),
    reply: z.object({ data: resource.item }),
    conditional: !trashed,
    hasETag: true,
    ...definition,
    handle(input, services) {
      const { params, ifMatch } = input
      const work = async (context: Changing<z.output<Body>>) => {
        const { trx, companyId, caller } = context
        if (trashed) await act({ ...context, id: idOf(resource, params.id) })
        else {
          const { id, now } = await current(resource, trx, companyId, params.id, ifMatch, caller)
          await act({ ...context, id, now })
        }
        return params.id
      }
      return inChange(input, services, work, showing(resource, input, services))
    },
  })
}

function idOf({ kind }: Pick<Resource<never, never, never>, 'kind'>, publicId: string): Uuid {
  const id = parseId(kind, publicId)
  if (id === undefined) throw new ApiError('not_found')
  return id
}
