import type { webhooksText } from '../../strings/webhooks.ts'

type Resource = keyof typeof webhooksText.resources

const basic = ['created', 'updated', 'deleted']
const trashed = [...basic, 'restored']

/** Event types, such as `asset.created`. */
export const changeTypes: { resource: Resource; verbs: string[] }[] = [
  { resource: 'asset', verbs: [...trashed, 'purged', 'expiring', 'expired', 'review_changed'] },
  { resource: 'asset_tag', verbs: trashed },
  { resource: 'folder', verbs: [...trashed, 'purged'] },
  { resource: 'template', verbs: [...trashed, 'published', 'archived', 'purged', 'review_changed'] },
  { resource: 'template_tag', verbs: trashed },
  { resource: 'brand_kit', verbs: basic },
  { resource: 'logo', verbs: basic },
  { resource: 'color', verbs: basic },
  { resource: 'font', verbs: basic },
  { resource: 'brand_page', verbs: basic },
  { resource: 'collection', verbs: basic },
  { resource: 'property', verbs: [...basic, 'purged'] },
  { resource: 'review', verbs: ['created'] },
  { resource: 'comment', verbs: [...basic, 'resolved', 'reopened'] },
  { resource: 'saved_search', verbs: [...basic, 'matched'] },
  { resource: 'preset', verbs: basic },
  { resource: 'share', verbs: basic },
  { resource: 'archive', verbs: ['created', 'deleted'] },
  { resource: 'render', verbs: ['completed', 'failed', 'deleted'] },
  { resource: 'render_batch', verbs: ['created', 'updated', 'cancelled', 'completed'] },
  { resource: 'render_link', verbs: ['created', 'deleted'] },
  { resource: 'webhook', verbs: [...basic, 'disabled', 'secret_rotated'] },
]
