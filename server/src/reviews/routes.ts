import { createEndpoint, getEndpoint } from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { newReview, noteLengthMax } from './body.ts'
import { reviewsKeptMax } from './change.ts'
import { createReview } from './create.ts'
import { reviewsResource } from './resource.ts'

const create = createEndpoint(reviewsResource, {
  scope: 'assets:write',
  description:
    'Sets the review state of exactly one of `asset_id` and `template_id`, and returns the review. The current state can ' +
    'be set again, for example for a second approval. `note` has up to ' +
    `${noteLengthMax.toLocaleString('en')} characters. The newest ${reviewsKeptMax} reviews of a resource are kept. For a ` +
    'template, the caller also needs `templates:write`. If the company does not use reviews, the response is 422.',
  body: newReview,
  create: createReview,
})

export const reviewEndpoints = [listEndpoint(reviewsResource), create, getEndpoint(reviewsResource)]
