import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { newProperty, optionsMax, propertyChange } from './body.ts'
import { changeProperty } from './change.ts'
import { createProperty, propertiesMax } from './create.ts'
import { deleteProperty } from './delete.ts'
import { propertiesResource } from './resource.ts'

const scope = 'assets:write'

const create = createEndpoint(propertiesResource, {
  scope,
  description:
    'Creates a property and returns it. Existing resources get no value. A company can have up to ' +
    `${propertiesMax} asset properties and ${propertiesMax} template properties, each with up to ${optionsMax} options.`,
  body: newProperty,
  create: ({ trx, companyId, body, now, events }) => createProperty(trx, companyId, body, now, events),
})

const update = changeEndpoint(propertiesResource, {
  scope,
  description:
    'Updates the specified fields and returns the property. Values are kept: removing an option that a resource ' +
    'uses returns 422. If the label of an option of more than 100 resources changes, returns 202 with a `job` that ' +
    'updates the search index.',
  body: propertyChange,
  conflict: 'still_changing',
  mayFollow: true,
  change: changeProperty,
})

const remove = deleteEndpoint(propertiesResource, {
  scope,
  description:
    'Permanently deletes the property and its values. If more than 100 resources have a value, returns 202 with a ' +
    '`job`. The property and its values disappear immediately; the job then deletes the values.',
  conflict: 'still_changing',
  mayFollow: true,
  remove: deleteProperty,
})

export const propertyEndpoints = [
  listEndpoint(propertiesResource),
  create,
  getEndpoint(propertiesResource),
  update,
  remove,
]
