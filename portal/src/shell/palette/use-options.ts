import { type Icon, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Company } from '../../session.ts'
import { paletteText as text } from '../../strings/palette.ts'
import { type Command, useAllCommands } from '../commands.tsx'
import { hrefOf } from '../places.ts'
import type { Found, FoundKind } from './found.ts'
import { type FoundGroup, useFound, useRecentFound } from './found-queries.ts'
import { matches } from './matches.ts'
import { recentIn } from './recent.ts'

export type Option = {
  id: string
  label: string
  description?: string | undefined
  icon?: Icon
  /** Null for a resource without a picture. */
  pictureUrl?: string | null | undefined
  run(): void
}
export type OptionGroup = { label: string; options: Option[] }

/**
 * The options of the palette. Without search terms, they are the recently opened resources and all commands;
 * otherwise, the matching commands and resources.
 * @param asked the terms to ask the API for: the typed terms, a moment later.
 */
export function useOptions(company: Company | undefined, typed: string, asked: string) {
  const commands = useAllCommands(company)
  const open = useOpen(company)
  const [kept] = useState(() => (company ? recentIn(company.id) : []))
  const recent = useRecentFound(company, kept)
  const found = useFound(company, asked)
  if (typed === '')
    return {
      groups: [
        ...(recent.data.length > 0 ? [{ label: text.recent, options: recent.data.map(open) }] : []),
        ...commandGroups(commands),
      ],
      isPending: false,
      isError: false,
    }
  const isTyping = typed !== asked
  return {
    groups: [
      ...commandGroups(commands.filter(({ label }) => matches(label, typed))),
      // Results for older terms would move while the user aims at them.
      ...(isTyping ? [] : found.data.map((group) => resourceGroup(group, asked, open))),
    ],
    isPending: isTyping || found.isPending,
    isError: !isTyping && found.isError,
  }
}

function commandGroups(commands: Command[]): OptionGroup[] {
  return [...Map.groupBy(commands, ({ group }) => group)].map(([label, options]) => ({ label, options }))
}

const pagesOf: { [Kind in FoundKind]?: { path: string; label(terms: string): string } } = {
  asset: { path: '/assets', label: text.allAssets },
  template: { path: '/templates', label: text.allTemplates },
}

function resourceGroup({ kind, rows, hasMore }: FoundGroup, terms: string, open: (found: Found) => Option) {
  const page = hasMore ? pagesOf[kind] : undefined
  const all: Found[] = page
    ? [
        {
          id: `all-${kind}`,
          label: page.label(terms),
          icon: IconSearch,
          path: page.path,
          search: { q: terms },
        },
      ]
    : []
  return { label: text.groups[kind], options: [...rows, ...all].map(open) }
}

function useOpen(company: Company | undefined) {
  const navigate = useNavigate()
  return ({ path, search = {}, ...face }: Found): Option => ({
    ...face,
    run: () => company && void navigate({ to: hrefOf(company, path), search }),
  })
}
