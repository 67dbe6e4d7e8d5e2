import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoint,
} from '../http/endpoints/crud-endpoints.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { commentChange, mentionsMax, newComment, textLengthMax } from './body.ts'
import { changeComment, deleteComment, setResolved } from './change.ts'
import { commentsMax, createComment } from './create.ts'
import { commentsResource } from './resource.ts'

const scope = 'assets:write'

const create = createEndpoint(commentsResource, {
  scope,
  description:
    'Creates a comment on exactly one of `asset_id`, `template_id` and `render_id`, or a reply to `parent_id`, and returns ' +
    `it. The text is plain, with up to ${textLengthMax.toLocaleString('en')} characters. Up to ${mentionsMax} members of the ` +
    `company can be mentioned. A resource can have up to ${commentsMax} comments, replies included. The caller also needs ` +
    'the scope to read the resource.',
  body: newComment,
  create: ({ trx, caller, body, now }) => createComment(trx, caller, body, now),
})

const update = changeEndpoint(commentsResource, {
  scope,
  description:
    'Updates the fields that are sent and returns the comment. Returns 403 unless the caller is its author. A client acts ' +
    'for its owner.',
  body: commentChange,
  change: changeComment,
})

const remove = deleteEndpoint(commentsResource, {
  scope,
  description:
    'Permanently deletes the comment and its replies. Returns 403 unless the caller is its author or, in the portal, ' +
    'an administrator or owner.',
  remove: deleteComment,
})

const resolve = actionEndpoint(commentsResource, {
  operationId: 'resolveComment',
  action: 'resolution',
  scope,
  summary: 'Resolve a comment',
  description:
    'Resolves the thread that starts with the comment, and returns the comment. For a reply, returns 422. Resolving ' +
    'a resolved thread is a no-op.',
  act: (context) => setResolved(context, true),
})

const reopen = actionEndpoint(commentsResource, {
  operationId: 'reopenComment',
  action: 'reopening',
  scope,
  summary: 'Reopen a comment',
  description:
    'Reopens the thread that starts with the comment, and returns the comment. Reopening an open thread is a no-op.',
  act: (context) => setResolved(context, false),
})

export const commentEndpoints = [
  listEndpoint(commentsResource),
  create,
  getEndpoint(commentsResource),
  update,
  remove,
  resolve,
  reopen,
]
