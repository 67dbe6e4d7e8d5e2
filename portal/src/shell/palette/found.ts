import {
  type Icon,
  IconFolder,
  IconKey,
  IconLibrary,
  IconPhoto,
  IconTag,
  IconTemplate,
  IconUser,
} from '@tabler/icons-react'
import type { Asset, AssetTag, Collection, Folder, Template, TemplateTag } from '../../../../sdk/src/index.ts'
import type { Client } from '../../pages/clients/clients.ts'
import type { Member } from '../../pages/people/people.ts'

/** The resources that the palette finds, in the order of their groups. */
export type FoundRows = {
  asset: Pick<Asset, 'id' | 'name' | 'extension' | 'folder_path' | 'thumbnail_url'>
  template: Pick<Template, 'id' | 'name' | 'thumbnail_url'>
  folder: Pick<Folder, 'id' | 'name' | 'path' | 'depth'>
  collection: Pick<Collection, 'id' | 'name' | 'description' | 'thumbnail_url'>
  asset_tag: Pick<AssetTag, 'id' | 'name'>
  template_tag: Pick<TemplateTag, 'id' | 'name'>
  client: Pick<Client, 'id' | 'name' | 'owner'>
  member: Pick<Member, 'id' | 'name' | 'email'>
}

export type FoundKind = keyof FoundRows

export type Found = {
  id: string
  label: string
  description?: string | undefined
  icon: Icon
  pictureUrl?: string | null
  path: string
  search?: Record<string, unknown>
}

type Source<Kind extends FoundKind> = {
  scope: string
  path: string
  /** Lists that the API cannot search are short, so the page reads them completely and searches them. */
  isWhole?: boolean
  fields?: readonly (keyof FoundRows[Kind])[]
  /** The searched text, if it is more than the name. */
  text?(row: FoundRows[Kind]): string
  present(row: FoundRows[Kind]): Found
}

export const sources: { [Kind in FoundKind]: Source<Kind> } = {
  asset: {
    scope: 'assets:read',
    path: '/assets',
    fields: ['id', 'name', 'extension', 'folder_path', 'thumbnail_url'],
    present: ({ id, name, extension, folder_path, thumbnail_url }) => ({
      id,
      label: name,
      description: [extension.toUpperCase(), folder_path && placeOf(folder_path)].filter(Boolean).join(' · '),
      icon: IconPhoto,
      pictureUrl: thumbnail_url,
      path: '/assets',
      search: { asset: id },
    }),
  },
  template: {
    scope: 'templates:read',
    path: '/templates',
    fields: ['id', 'name', 'thumbnail_url'],
    present: ({ id, name, thumbnail_url }) => ({
      id,
      label: name,
      icon: IconTemplate,
      pictureUrl: thumbnail_url,
      path: `/templates/${id}`,
    }),
  },
  folder: {
    scope: 'assets:read',
    path: '/folders',
    fields: ['id', 'name', 'path', 'depth'],
    present: ({ id, name, path, depth }) => ({
      id,
      label: name,
      description: depth > 1 ? placeOf(path.slice(0, path.lastIndexOf('/'))) : undefined,
      icon: IconFolder,
      path: '/assets',
      search: { folder: id },
    }),
  },
  collection: {
    scope: 'library:read',
    path: '/collections',
    isWhole: true,
    present: ({ id, name, description, thumbnail_url }) => ({
      id,
      label: name,
      description: description ?? undefined,
      icon: IconLibrary,
      pictureUrl: thumbnail_url,
      path: '/assets',
      search: { collection: id },
    }),
  },
  asset_tag: {
    scope: 'assets:read',
    path: '/asset-tags',
    present: ({ id, name }) => ({
      id,
      label: name,
      icon: IconTag,
      path: '/assets',
      search: { tags: [id] },
    }),
  },
  template_tag: {
    scope: 'templates:read',
    path: '/tags',
    present: ({ id, name }) => ({ id, label: name, icon: IconTag, path: '/templates', search: { tag: id } }),
  },
  client: {
    scope: 'clients:read',
    path: '/clients',
    isWhole: true,
    present: ({ id, name, owner }) => ({
      id,
      label: name,
      description: owner?.name,
      icon: IconKey,
      path: `/clients/${id}`,
    }),
  },
  member: {
    scope: 'company:read',
    path: '/members',
    isWhole: true,
    text: ({ name, email }) => `${name} ${email}`,
    present: ({ id, name, email }) => ({
      id,
      label: name,
      description: email,
      icon: IconUser,
      path: '/people',
      search: { person: id },
    }),
  },
}

const placeOf = (path: string) => path.split('/').filter(Boolean).join(' / ')
