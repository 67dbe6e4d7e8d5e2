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

const scope = 'properties:write'

const create = createEndpoint(propertiesResource, {
  scope,
  description:
    'Creates a property and returns it. Existing resources keep having no value. A company can have up to ' +
    `${propertiesMax} properties of assets and ${propertiesMax} of templates, each with up to ${optionsMax} options.`,
  body: newProperty,
  create: ({ trx, companyId, body, now, events }) => createProperty(trx, companyId, body, now, events),
})

const update = changeEndpoint(propertiesResource, {
  scope,
  description:
    'Updates the fields that are sent and returns the property. Values are kept: removing an option that a resource has ' +
    'is 422. If an option of more than 100 resources gets another label, the response is 202 with a `job` that updates ' +
    'the search.',
  body: propertyChange,
  conflict: 'still_changing',
  mayFollow: true,
  change: changeProperty,
})

const remove = deleteEndpoint(propertiesResource, {
  scope,
  description:
    'Permanently deletes the property and its values. If more than 100 resources have a value, the response is 202 with a ' +
    '`job`: the property and its values disappear immediately, and the job deletes them.',
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
